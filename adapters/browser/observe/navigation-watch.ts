import type { CdpSession } from '../cdp/cdp-session.ts';

/** What a script only asked for may come to nothing without a word (mailto:); what has started always ends. */
const START_LIMIT_MS = 150;

/** How far the main frame of a page is on its way from one document to the next. */
export class NavigationWatch {
  readonly #ends: readonly (() => void)[];
  readonly #onChange: () => void;
  #askedAtMs: number | undefined;
  #isUnderWay = false;
  /** When the document under way became usable. */
  #usableAtMs: number | undefined;

  constructor(session: Pick<CdpSession, 'on'>, mainFrameId: string, onChange: () => void = () => {}) {
    this.#onChange = onChange;
    const ofMainFrame = (run: () => void) => (event: { readonly frameId: string }) => {
      if (event.frameId === mainFrameId) run();
    };
    const asked = ofMainFrame(() => this.#ask());
    const ended = ofMainFrame(() => this.#go(false));
    this.#ends = [
      session.on('Page.frameScheduledNavigation', asked),
      session.on('Page.frameRequestedNavigation', asked),
      session.on(
        'Page.frameStartedNavigating',
        ofMainFrame(() => this.#go(true)),
      ),
      session.on('Page.navigatedWithinDocument', ended),
      session.on('Page.frameStoppedLoading', ended),
      session.on('Page.domContentEventFired', () => this.#becomeUsable()),
    ];
  }

  /** Whether what is there can be worked with: nothing was asked for a moment ago, and no document is on its way. */
  get isUsable(): boolean {
    if (this.#askedAtMs !== undefined && performance.now() - this.#askedAtMs < START_LIMIT_MS) return false;
    return !this.#isUnderWay || this.#usableAtMs !== undefined;
  }

  /** Whether all of it has loaded, or has been usable for `graceMs`: pictures and widgets may load for ever. */
  hasLoaded(graceMs: number): boolean {
    if (!this.#isUnderWay) return true;
    return this.#usableAtMs !== undefined && performance.now() - this.#usableAtMs >= graceMs;
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  #ask(): void {
    this.#askedAtMs = performance.now();
    this.#onChange();
  }

  #go(isUnderWay: boolean): void {
    this.#isUnderWay = isUnderWay;
    this.#askedAtMs = undefined;
    if (isUnderWay) this.#usableAtMs = undefined;
    this.#onChange();
  }

  #becomeUsable(): void {
    this.#askedAtMs = undefined;
    this.#usableAtMs = performance.now();
    this.#onChange();
  }
}
