import type { Selector } from '../parse-selector.ts';
import type { DomElement, DomRoot, DomWindow } from './dom-types.ts';

export const ELEMENT_STATES = ['absent', 'hidden', 'visible_disabled', 'visible_enabled'] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

/** CSS pixels of the viewport. */
export type Point = { readonly x: number; readonly y: number };

/** The element that a selector means. `ambiguous`: more than one matches, and not exactly one of them is visible. */
export interface Picked {
  readonly element: DomElement | null;
  readonly matches: number;
  readonly ambiguous: boolean;
  /** Why the selector cannot be read, or null. */
  readonly problem: string | null;
}

/** An element near to what was asked for; `words` is what its id, classes and attributes say. */
export type Nearby = {
  readonly selector: string;
  readonly role: string;
  readonly name: string;
  readonly state: ElementState;
  readonly words: string;
};

/** The element that an action works on, held from its first call to its last, and what trusted events met meanwhile. */
export interface Hold {
  readonly element: DomElement;
  /** What the field held before; stays in the page. */
  readonly before: string;
  /** Types of the events that reached the element or something inside it. */
  readonly reached: string[];
  /** The element that was met instead. */
  landedOn: string | null;
  readonly release: () => void;
}

/** What an action needs of its element before it acts. */
export type Needs = {
  readonly visible: boolean;
  readonly enabled: boolean;
  /** At rest, in view, and the first thing that a click at the point hits. */
  readonly hittable: boolean;
  readonly position: Point | null;
};

export type Unready =
  | 'bad_selector'
  | 'absent'
  | 'ambiguous'
  | 'hidden'
  | 'disabled'
  | 'moving'
  | 'out_of_view'
  | 'covered';

/** What was found at the last look. */
export type Ready = {
  readonly why: Unready | null;
  readonly problem: string | null;
  readonly state: ElementState;
  readonly matches: number;
  readonly description: string | null;
  readonly covered_by: string | null;
  readonly point: Point | null;
  /** Distinguishes this document from the one after a navigation. */
  readonly document: number;
};

export interface Awaited {
  readonly ready: Ready;
  /** Null unless ready. */
  readonly element: DomElement | null;
}

/**
 * What in-page functions share, as `this`. Its functions are sent as source text, so each stands alone: it may use
 * its arguments, `this` and the language, and nothing from its module but types.
 */
export interface Kit {
  readonly window: DomWindow;
  /** Lives as long as the document, in our own world. */
  readonly holds: Map<string, Hold>;
  /** For each ARIA role the CSS of the HTML elements that have it by nature. */
  readonly roles: Readonly<Record<string, string>>;
  /** CSS. */
  readonly secretFields: string;

  /** The document, then the open shadow roots in it. */
  roots(): DomRoot[];
  /** Shadow roots are searched only where the document itself has no match. */
  searchRoots(search: (root: DomRoot) => DomElement[]): DomElement[];
  /** By way of `childNodes`: a form's `children` may be its field of that name, as bookings have, and so may its `id`. */
  childrenOf(element: DomElement): DomElement[];
  findByCss(css: string): DomElement[];
  findByText(text: string, exact: boolean): DomElement[];
  findByRole(role: string, name: string | null, exact: boolean): DomElement[];
  pick(selector: Selector): Picked;

  roleOf(element: DomElement): string;
  nameOf(element: DomElement): string;
  /** Rendered text, white space collapsed; never what was typed into a field. */
  textOf(element: DomElement): string;
  /** As the page shows it, with its line breaks. */
  shownTextOf(element: DomElement): string;
  /** HTML without what password fields were given as their value. */
  safeHtmlOf(element: DomElement): string;
  /** A password field, or one whose autocomplete says that it holds a password. */
  isSecret(element: DomElement): boolean;

  isVisible(element: DomElement): boolean;
  /** Why a hidden element is hidden: `display: none on div#dialog`. */
  hiddenBy(element: DomElement): string;
  isDisabled(element: DomElement): boolean;
  stateOf(element: DomElement): ElementState;
  /** The middle of the visible part, or `position` from the top left corner; null outside of the viewport. */
  pointOf(element: DomElement, position: Point | null): Point | null;
  /** What a click at the point would hit instead of the element or its insides; null: nothing is in the way. */
  coverAt(element: DomElement, point: Point): DomElement | null;

  /** The element itself where its content scrolls, else the nearest around it whose content does. */
  scrollerOf(element: DomElement): DomElement;

  /** Short and without values: `button#save.primary "Save"`. */
  describe(element: DomElement): string;
  /** A selector that matches this element only. */
  selectorFor(element: DomElement): string;
  /** The elements most like what was wanted. The one that was found, and is not as declared, is no advice. */
  nearby(wanted: string, found: Picked): Nearby[];

  /** Resolves at the next frame, or after 50 ms where the page is in the background and draws none. */
  nextFrame(): Promise<void>;
  awaitReady(selector: Selector, needs: Needs, sliceMs: number): Promise<Awaited>;
  lookOnce(selector: Selector, needs: Needs, look: number): Promise<Awaited>;
  settleAt(element: DomElement, needs: Needs, look: number): Promise<Pick<Ready, 'why' | 'point' | 'covered_by'>>;
  hold(token: string, element: DomElement): void;
  /** Ends the hold, and gives it back where the document is still the same. */
  release(token: string): Hold | undefined;
  /** What a field holds: its value, or the text of an editable element. Never to be returned for a secret one. */
  fieldValueOf(element: DomElement): string;
  wayToFill(field: DomElement): 'typed' | 'set' | 'read_only' | 'not_a_field';
  /** False where the element does not take the focus, or the page takes it away again. */
  focusOn(element: DomElement): boolean;
  /** Puts the cursor where typing replaces (`clear`) or appends; false where the field does not take the focus. */
  focusToType(field: DomElement, clear: boolean): boolean;
}
