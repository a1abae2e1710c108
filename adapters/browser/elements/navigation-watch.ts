import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '../page.ts';

const LOOK_EVERY_MS = 5;
/** What a script only asked for may come to nothing (mailto:, a beforeunload dialog); what has started always ends. */
const START_LIMIT_MS = 150;

/** Notices navigations of the main frame, so that the next step of a batch meets the new document and not the old. */
export class NavigationWatch {
  readonly #ends: readonly (() => void)[];
  #askedAt: number | undefined;
  #isUnderWay = false;

  constructor(page: Page) {
    const ofMainFrame = (run: () => void) => (event: { readonly frameId: string }) => {
      if (event.frameId === page.targetId) run();
    };
    this.#ends = [
      page.on(
        'Page.frameRequestedNavigation',
        ofMainFrame(() => this.#ask()),
      ),
      page.on(
        'Page.frameStartedNavigating',
        ofMainFrame(() => this.#go(true)),
      ),
      page.on(
        'Page.navigatedWithinDocument',
        ofMainFrame(() => this.#go(false)),
      ),
      page.on(
        'Page.frameStoppedLoading',
        ofMainFrame(() => this.#go(false)),
      ),
      page.on('Page.domContentEventFired', () => this.#go(false)),
    ];
  }

  /** Waits until the document under way can be used, at most `limitMs`. */
  async settle(limitMs: number, signal: AbortSignal): Promise<void> {
    const endMs = performance.now() + limitMs;
    while (this.#isBusy() && performance.now() < endMs && !signal.aborted) await sleep(LOOK_EVERY_MS);
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  #isBusy(): boolean {
    return this.#isUnderWay || (this.#askedAt !== undefined && performance.now() - this.#askedAt < START_LIMIT_MS);
  }

  #ask(): void {
    this.#askedAt = performance.now();
  }

  #go(isUnderWay: boolean): void {
    this.#isUnderWay = isUnderWay;
    this.#askedAt = undefined;
  }
}
