/** Text that is markup already; everything else is escaped when it is put into a page. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Part[];

/** A template tag: adapters and configs bring their own texts, and none of them may become markup. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + render(parts[index] ?? '')).join('') };
}

/** Plain text with `code` between backticks, as descriptions are written. */
export function prose(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

function render(part: Part): string {
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
