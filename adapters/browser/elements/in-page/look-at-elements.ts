import type { DomElement, DomRect } from './dom-types.ts';
import type { ElementState, Kit, Point } from './kit.ts';

/** Opacity does not count: a transparent element still takes clicks, as styled check boxes rely on. */
export function isVisible(this: Kit, element: DomElement): boolean {
  if (element.matches('option,optgroup')) {
    const owner = element.closest('select');
    return owner !== null && this.isVisible(owner);
  }
  if (this.window.getComputedStyle(element).display === 'contents') {
    return this.childrenOf(element).some((child) => this.isVisible(child)) || this.textOf(element) !== '';
  }
  if (!element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false })) return false;
  return Array.from(element.getClientRects()).some((rect) => rect.width > 0 && rect.height > 0);
}

export function hiddenBy(this: Kit, element: DomElement): string {
  for (let at: DomElement | null = element; at !== null; ) {
    if (this.window.getComputedStyle(at).display === 'none') return `display: none on ${this.describe(at)}`;
    at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host ?? null;
  }
  const { visibility } = this.window.getComputedStyle(element);
  if (visibility !== 'visible') return `visibility: ${visibility}`;
  const isBoxed = element.checkVisibility({ checkVisibilityCSS: false, checkOpacity: false });
  return isBoxed ? 'it has no size' : 'what it lies in is closed (content-visibility: hidden)';
}

export function isDisabled(this: Kit, element: DomElement): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true" i],[inert]') !== null;
}

export function stateOf(this: Kit, element: DomElement): ElementState {
  if (!this.isVisible(element)) return 'hidden';
  return this.isDisabled(element) ? 'visible_disabled' : 'visible_enabled';
}

export function pointOf(this: Kit, element: DomElement, position: Point | null): Point | null {
  const inView = (point: Point) =>
    point.x >= 0 && point.y >= 0 && point.x < this.window.innerWidth && point.y < this.window.innerHeight;
  if (position !== null) {
    const box = element.getBoundingClientRect();
    const point = { x: box.x + position.x, y: box.y + position.y };
    return inView(point) ? point : null;
  }
  // A link that wraps over two lines has a box in whose middle nothing of it lies: its first line is aimed at.
  const box: DomRect | undefined = Array.from(element.getClientRects()).find(
    (rect) => rect.width > 0 && rect.height > 0,
  );
  if (box === undefined) return null;
  const middle = (from: number, size: number, limit: number) => {
    const start = Math.max(0, from);
    const end = Math.min(limit, from + size);
    return end > start ? (start + end) / 2 : -1;
  };
  const point = {
    x: middle(box.x, box.width, this.window.innerWidth),
    y: middle(box.y, box.height, this.window.innerHeight),
  };
  return inView(point) ? point : null;
}

export function coverAt(this: Kit, element: DomElement, point: Point): DomElement | null {
  let hit = this.window.document.elementFromPoint(point.x, point.y);
  for (let inner = hit; inner !== null; ) {
    hit = inner;
    const next: DomElement | null = inner.shadowRoot?.elementFromPoint(point.x, point.y) ?? null;
    inner = next === inner ? null : next;
  }
  if (hit === null || hit.closest('label')?.control === element) return null;
  for (let at: DomElement | null = hit; at !== null; ) {
    if (at === element) return null;
    at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host ?? null;
  }
  return hit;
}

export function nextFrame(this: Kit): Promise<void> {
  return new Promise((resolve) => {
    const timer = this.window.setTimeout(resolve, 50);
    this.window.requestAnimationFrame(() => {
      this.window.clearTimeout(timer);
      resolve();
    });
  });
}

export function scrollerOf(this: Kit, element: DomElement): DomElement {
  const page = this.window.document.scrollingElement ?? this.window.document.documentElement;
  for (let at: DomElement | null = element; at !== null; at = at.parentElement) {
    const { overflowX, overflowY } = this.window.getComputedStyle(at);
    const overflows = at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;
    if (at !== page && overflows && /auto|scroll/u.test(`${overflowX} ${overflowY}`)) return at;
  }
  return page;
}
