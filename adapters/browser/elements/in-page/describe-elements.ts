import type { DomElement } from './dom-types.ts';
import type { Kit, Picked } from './kit.ts';

export function describe(this: Kit, element: DomElement): string {
  const ownId = element.getAttribute('id') ?? '';
  const id = ownId === '' ? '' : `#${ownId}`;
  const classes = Array.from(element.classList).slice(0, 3);
  const name = this.nameOf(element) || this.textOf(element);
  const short = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return `${element.localName}${[id, ...classes].join('.').slice(0, 120)}${short === '' ? '' : ` "${short}"`}`;
}

export function selectorFor(this: Kit, element: DomElement): string {
  const root = element.getRootNode();
  const quote = (text: string) => this.window.CSS.escape(text);
  const isUnique = (css: string) => root.querySelectorAll(css).length === 1;
  const anchor = (of: DomElement): string | undefined => {
    const named = ['data-testid', 'data-test', 'name', 'aria-label'].flatMap((attribute) => {
      const value = of.getAttribute(attribute);
      return value === null || value === '' ? [] : [`${of.localName}[${attribute}="${quote(value)}"]`];
    });
    const id = of.getAttribute('id') ?? '';
    return [...(id === '' ? [] : [`#${quote(id)}`]), ...named].find(isUnique);
  };
  const steps: string[] = [];
  for (let at: DomElement | null = element; at !== null; at = at.parentElement) {
    const anchored = anchor(at);
    if (anchored !== undefined) return [anchored, ...steps].join(' > ');
    const tag: string = at.localName;
    const siblings = at.parentElement === null ? [] : this.childrenOf(at.parentElement);
    const twins = siblings.filter((other) => other.localName === tag);
    steps.unshift(twins.length > 1 ? `${tag}:nth-of-type(${twins.indexOf(at) + 1})` : tag);
  }
  return steps.join(' > ');
}

export function nearby(this: Kit, wanted: string, found: Picked): ReturnType<Kit['nearby']> {
  const pairs = (text: string) => {
    const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
  };
  const wantedPairs = pairs(wanted);
  const usable =
    'a[href],button,input:not([type="hidden" i]),select,textarea,summary,[role],[contenteditable],[tabindex]';
  const named = '[id],[data-testid],label,h1,h2,h3';
  // No form is what a client means, and its fields may stand in for whatever is read of it here.
  const scanned = [usable, named].flatMap((css) =>
    Array.from(this.window.document.querySelectorAll(`:is(${css}):not(form)`)),
  );
  const others = new Set(scanned);
  if (found.element !== null && !found.ambiguous) others.delete(found.element);
  const ranked = [...others].slice(0, 1500).map((element) => {
    const attributes = ['id', 'class', 'name', 'data-testid', 'data-test', 'placeholder', 'type'];
    const words = attributes
      .map((name) => element.getAttribute(name) ?? '')
      .join(' ')
      .slice(0, 200);
    const text = element.matches('textarea,select') ? '' : (element.textContent ?? '').slice(0, 80);
    const own = pairs(`${words} ${text} ${element.getAttribute('aria-label') ?? ''}`);
    const shared = [...wantedPairs].filter((pair) => own.has(pair)).length;
    return { element, words, score: shared + (element.matches(usable) ? 1 : 0) };
  });
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(0, 30).map(({ element, words }) => ({
    selector: this.selectorFor(element),
    role: this.roleOf(element),
    name: this.nameOf(element).slice(0, 80),
    state: this.stateOf(element),
    words,
  }));
}
