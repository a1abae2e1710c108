/** One character, or a class of them, and how often. Everything else of regular expressions has no part here. */
const PIECE = /\[([^\]^\\-])(?:[^\]\\]|\\.)*\]|\\([dws.\-/+])|([^\\[\](){}|?*+.^$])/y;
const TIMES = /\{(\d+)(?:,\d*)?\}|[?*+]/y;

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ' };

/** A text that fits a simple pattern, such as `^VA[0-9a-f]{32}$`; undefined where the pattern is not as simple. */
export function samplePattern(pattern: string): string | undefined {
  const inner = pattern.replace(/^\^/, '').replace(/\$$/, '');
  let text = '';
  for (let at = 0; at < inner.length; ) {
    const piece = matchAt(PIECE, inner, at);
    if (piece === null) return undefined;
    at += piece[0].length;
    const times = matchAt(TIMES, inner, at);
    at += times?.[0].length ?? 0;
    const [, first, escaped, plain] = piece;
    const character = first ?? plain ?? CLASSES[escaped ?? ''] ?? escaped ?? '';
    text += character.repeat(Math.min(Number(times?.[1] ?? 1), 1000));
  }
  return text;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
