import type { Selector } from '../parse-selector.ts';
import type { DomElement, DomRoot } from './dom-types.ts';
import type { Kit, Picked } from './kit.ts';

export function roots(this: Kit): DomRoot[] {
  const found: DomRoot[] = [this.window.document];
  for (const root of found) {
    for (const element of Array.from(root.querySelectorAll('*'))) {
      if (element.shadowRoot !== null) found.push(element.shadowRoot);
    }
  }
  return found;
}

export function searchRoots(this: Kit, search: (root: DomRoot) => DomElement[]): DomElement[] {
  const direct = search(this.window.document);
  return direct.length > 0 ? direct : this.roots().slice(1).flatMap(search);
}

export function childrenOf(this: Kit, element: DomElement): DomElement[] {
  return Array.from(element.childNodes).filter(({ nodeType }) => nodeType === 1);
}

export function findByCss(this: Kit, css: string): DomElement[] {
  return this.searchRoots((root) => Array.from(root.querySelectorAll(css)));
}

/** The innermost elements that hold the text, and buttons that carry it as their value. */
export function findByText(this: Kit, text: string, exact: boolean): DomElement[] {
  const wanted = exact ? text : text.toLowerCase();
  const plain = (raw: string | null | undefined) => {
    const collapsed = (raw ?? '').replace(/\s+/gu, ' ').trim();
    return exact ? collapsed : collapsed.toLowerCase();
  };
  const holds = (own: string) => (exact ? own === wanted : own.includes(wanted));
  const walk = (element: DomElement): DomElement[] => {
    if (element.matches('script,style,noscript,template,textarea,head')) return [];
    if (!plain(element.textContent).includes(wanted)) return [];
    const inner = this.childrenOf(element).flatMap(walk);
    if (inner.length > 0) return inner;
    return holds(plain(element.textContent)) ? [element] : [];
  };
  return this.searchRoots((root) => {
    const buttons = root.querySelectorAll('input[type="submit" i],input[type="button" i],input[type="reset" i]');
    const byValue = Array.from(buttons).filter((button) => holds(plain(button.value)));
    return [...Array.from(root.querySelectorAll(':scope > *')).flatMap(walk), ...byValue];
  });
}

export function findByRole(this: Kit, role: string, name: string | null, exact: boolean): DomElement[] {
  // A role is a client's word: `constructor` is none, though every object has one.
  const native = Object.hasOwn(this.roles, role) ? this.roles[role] : undefined;
  const css = `[role~="${this.window.CSS.escape(role)}"]${native === undefined ? '' : `,${native}`}`;
  const isMeant = (element: DomElement) => {
    if (this.roleOf(element) !== role) return false;
    if (name === null) return true;
    const own = this.nameOf(element);
    return exact ? own === name : own.toLowerCase().includes(name.toLowerCase());
  };
  return this.searchRoots((root) => Array.from(root.querySelectorAll(css)).filter(isMeant));
}

export function pick(this: Kit, selector: Selector): Picked {
  let found: DomElement[] = [];
  try {
    if (selector.by === 'css') found = this.findByCss(selector.css);
    else if (selector.by === 'text') found = this.findByText(selector.text, selector.exact);
    else found = this.findByRole(selector.role, selector.name, selector.exact);
  } catch {
    return { element: null, matches: 0, ambiguous: false, problem: 'it is not valid CSS' };
  }
  const matches = found.length;
  if (matches < 2) return { element: found[0] ?? null, matches, ambiguous: false, problem: null };
  const visible = found.filter((element) => this.isVisible(element));
  return { element: visible[0] ?? found[0] ?? null, matches, ambiguous: visible.length !== 1, problem: null };
}
