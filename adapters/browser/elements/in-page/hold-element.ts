import type { DomElement, DomEvent } from './dom-types.ts';
import type { Hold, Kit } from './kit.ts';

export function hold(this: Kit, token: string, element: DomElement): void {
  const types = ['pointerdown', 'mousedown', 'mouseup', 'click', 'auxclick', 'contextmenu', 'dblclick', 'keydown'];
  const note = (event: DomEvent) => {
    // What the page's own scripts dispatch proves nothing.
    if (!event.isTrusted) return;
    const path = event.composedPath();
    if (path.includes(element)) held.reached.push(event.type);
    else held.landedOn ??= this.describe(path[0] as DomElement); // `as`: mouse and key events start at an element
  };
  const release = () => {
    for (const type of types) this.window.removeEventListener(type, note, { capture: true });
    this.holds.delete(token);
  };
  const held: Hold = { element, before: this.fieldValueOf(element), reached: [], landedOn: null, release };
  for (const type of types) this.window.addEventListener(type, note, { capture: true, passive: true });
  // Whoever holds may never come back: its connection can break in between.
  this.window.setTimeout(release, 60_000);
  this.holds.set(token, held);
}

export function release(this: Kit, token: string): Hold | undefined {
  const held = this.holds.get(token);
  held?.release();
  return held;
}

export function fieldValueOf(this: Kit, element: DomElement): string {
  return element.isContentEditable === true ? this.shownTextOf(element) : (element.value ?? '');
}
