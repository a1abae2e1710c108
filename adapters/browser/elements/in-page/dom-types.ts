/**
 * The few members of the DOM that the in-page functions use. Written out here instead of `lib: dom`, which would give
 * `window`, `name` and `event` as globals to every file of the service.
 */
export interface DomWindow extends DomEventTarget {
  readonly document: DomDocument;
  readonly performance: { now(): number; readonly timeOrigin: number };
  readonly location: { readonly href: string };
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly CSS: { escape(text: string): string };
  readonly DataTransfer: new () => DomDataTransfer;
  readonly Event: new (type: string, init: { bubbles: boolean; composed?: boolean }) => object;
  readonly File: new (parts: readonly Uint8Array[], name: string, options: { type: string }) => DomFile;
  atob(base64: string): string;
  getComputedStyle(element: DomElement): DomStyle;
  getSelection(): DomSelection | null;
  requestAnimationFrame(done: () => void): number;
  setTimeout(done: () => void, delayMs: number): number;
  clearTimeout(timer: number): void;
}

export interface DomEventTarget {
  addEventListener(
    type: string,
    listener: (event: DomEvent) => void,
    options: { capture: boolean; passive: boolean },
  ): void;
  removeEventListener(type: string, listener: (event: DomEvent) => void, options: { capture: boolean }): void;
  dispatchEvent(event: object): boolean;
}

export interface DomEvent {
  readonly type: string;
  readonly isTrusted: boolean;
  readonly key?: string;
  composedPath(): readonly unknown[];
}

export interface DomRoot {
  readonly host?: DomElement;
  readonly activeElement: DomElement | null;
  querySelectorAll(css: string): ArrayLike<DomElement>;
  elementFromPoint(x: number, y: number): DomElement | null;
  getElementById(id: string): DomElement | null;
}

export interface DomDocument extends DomRoot {
  readonly body: DomElement | null;
  readonly documentElement: DomElement;
  readonly scrollingElement: DomElement | null;
  readonly title: string;
  createRange(): { selectNodeContents(element: DomElement): void; collapse(toStart: boolean): void };
}

export interface DomSelection {
  removeAllRanges(): void;
  addRange(range: object): void;
}

export interface DomStyle {
  readonly display: string;
  readonly visibility: string;
  readonly pointerEvents: string;
  readonly overflowX: string;
  readonly overflowY: string;
}

export interface DomRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DomFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

export interface DomDataTransfer {
  readonly items: { add(file: DomFile): void };
  readonly files: ArrayLike<DomFile>;
}

export interface DomOption {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly index: number;
  selected: boolean;
}

/** One shape for every element: what only some kinds have is optional. */
export interface DomElement extends DomEventTarget {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly localName: string;
  readonly classList: ArrayLike<string>;
  readonly childNodes: ArrayLike<DomElement>;
  readonly parentElement: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  readonly assignedSlot: DomElement | null;
  readonly isConnected: boolean;
  readonly outerHTML: string;
  readonly innerText?: string;
  readonly isContentEditable?: boolean;
  readonly labels?: ArrayLike<DomElement> | null;
  readonly control?: DomElement | null;
  readonly type?: string;
  readonly multiple?: boolean;
  readonly readOnly?: boolean;
  readonly options?: ArrayLike<DomOption>;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  scrollLeft: number;
  scrollTop: number;
  value?: string;
  checked?: boolean;
  files?: ArrayLike<DomFile>;
  selectedIndex?: number;
  matches(css: string): boolean;
  closest(css: string): DomElement | null;
  contains(other: DomElement): boolean;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
  querySelectorAll(css: string): ArrayLike<DomElement>;
  cloneNode(deep: boolean): DomElement;
  getRootNode(): DomRoot;
  getBoundingClientRect(): DomRect;
  getClientRects(): ArrayLike<DomRect>;
  checkVisibility(options: { checkVisibilityCSS: boolean; checkOpacity: boolean }): boolean;
  scrollIntoView(options: { block: string; inline: string; behavior: string }): void;
  scrollTo(options: { left?: number; top?: number; behavior: string }): void;
  scrollBy(options: { left?: number; top?: number; behavior: string }): void;
  focus(): void;
  select?(): void;
  setSelectionRange?(start: number, end: number): void;
}
