import type { DomElement } from './dom-types.ts';
import type { Kit } from './kit.ts';

export function roleOf(this: Kit, element: DomElement): string {
  const stated = element.getAttribute('role')?.trim().split(/\s+/u)[0];
  if (stated !== undefined && stated !== '') return stated;
  return Object.keys(this.roles).find((role) => element.matches(this.roles[role] ?? ':not(*)')) ?? 'generic';
}

/** The accessible name, by the steps of accname-1.2 that pages really use. */
export function nameOf(this: Kit, element: DomElement): string {
  const collapse = (raw: string | null | undefined) => (raw ?? '').replace(/\s+/gu, ' ').trim();
  const attribute = (name: string) => collapse(element.getAttribute(name));
  const root = element.getRootNode();
  const referenced = attribute('aria-labelledby')
    .split(' ')
    .map((id) => (id === '' ? null : root.getElementById(id)))
    .map((other) => (other === null ? '' : this.textOf(other)));
  const labels = Array.from(element.labels ?? []).map((label) => this.textOf(label));
  const isButtonInput = element.matches('input[type="button" i],input[type="submit" i],input[type="reset" i]');
  const takesContent = element.matches(
    'button,a,summary,option,label,legend,h1,h2,h3,h4,h5,h6,td,th,li,[role]:not(select,input,textarea)',
  );
  const steps = [
    () => collapse(referenced.join(' ')),
    () => attribute('aria-label'),
    () => collapse(labels.join(' ')),
    () => (isButtonInput ? attribute('value') : ''),
    () => attribute('alt'),
    () => (takesContent ? this.textOf(element) : ''),
    () => attribute('title'),
    () => attribute('placeholder'),
    () => (element.type === 'submit' && isButtonInput ? 'Submit' : ''),
  ];
  for (const step of steps) {
    const name = step();
    if (name !== '') return name;
  }
  return '';
}

export function textOf(this: Kit, element: DomElement): string {
  const shown = { checkVisibilityCSS: true, checkOpacity: false };
  // The text of a hidden element is still what tells it from others, as long as all of it is hidden.
  const skipsHidden = element.checkVisibility(shown);
  const isLeftOut = (node: DomElement) =>
    node.matches('script,style,noscript,template,textarea,select,[aria-hidden="true"]') ||
    (skipsHidden && !node.checkVisibility(shown));
  const read = (node: DomElement): string => {
    if (node.nodeType === 3) return node.nodeValue ?? '';
    if (node.nodeType !== 1 || (node !== element && isLeftOut(node))) return '';
    if (node.localName === 'img') return ` ${node.getAttribute('alt') ?? ''} `;
    return Array.from(node.childNodes).map(read).join('');
  };
  const text = element.matches('script,style,textarea,select') ? '' : read(element);
  return text.replace(/\s+/gu, ' ').trim();
}

export function shownTextOf(this: Kit, element: DomElement): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what is not rendered is not shown
  const { innerText } = element;
  return innerText ?? element.textContent ?? '';
}

export function safeHtmlOf(this: Kit, element: DomElement): string {
  const copy = element.cloneNode(true);
  for (const field of [copy, ...Array.from(copy.querySelectorAll('input'))]) {
    if (this.isSecret(field)) field.removeAttribute('value');
  }
  return copy.outerHTML;
}

export function isSecret(this: Kit, element: DomElement): boolean {
  return element.matches(this.secretFields);
}
