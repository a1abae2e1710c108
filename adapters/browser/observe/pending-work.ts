import { setTimeout as delay } from 'node:timers/promises';
import type { GuardedPage } from '../pages/guarded-page.ts';
import { NavigationWatch } from './navigation-watch.ts';

/** Long enough for what a handler has just begun to show itself, short beside the 30 ms that a click takes. */
const QUIET_MS = 20;
const LOOK_EVERY_MS = 5;
/** After the document can be used, slow pictures and widgets may still load for ever. */
const LOAD_GRACE_MS = 2_000;
/** An answer that streams for ever must not hold each action to its deadline. */
const REQUEST_LIMIT_MS = 10_000;
/** Requests that the page's scripts are likely to wait for; pictures, beacons and event streams are not. */
const AWAITED = new Set(['Document', 'XHR', 'Fetch']);

/** What an action has set going on its page and what is not done yet: navigations, requests, new windows. */
export class PendingWork {
  readonly #page: GuardedPage;
  readonly #requests = new Map<
    string,
    { readonly startedAt: number; readonly loaderId: string; readonly frameId: string | undefined }
  >();
  readonly #other = new Set<string>();
  readonly #navigation: NavigationWatch;
  readonly #ends: (() => void)[];
  #lastChange = performance.now();
  #stopped = false;

  constructor(page: GuardedPage) {
    this.#page = page;
    const { session, targetId } = page;
    this.#navigation = new NavigationWatch(session, targetId, () => this.#change(() => undefined));
    this.#ends = [
      () => this.#navigation.end(),
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId === undefined) this.#change(() => this.#forgetOtherDocuments(frame.loaderId));
      }),
      session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId, type }) => {
        if (type !== undefined && AWAITED.has(type)) {
          this.#change(() => this.#requests.set(requestId, { startedAt: performance.now(), loaderId, frameId }));
        }
      }),
      session.on('Page.frameDetached', ({ frameId }) => this.#change(() => this.#forgetFrame(frameId))),
      session.on('Network.loadingFinished', ({ requestId }) => this.#finish(requestId)),
      session.on('Network.loadingFailed', ({ requestId }) => this.#finish(requestId)),
    ];
  }

  /** Notes something that must end before all is quiet; the returned function ends it. */
  start(name: string): () => void {
    this.#change(() => this.#other.add(name));
    return () => this.#change(() => this.#other.delete(name));
  }

  /** Waits until nothing is going on and nothing has changed for a moment, or until `limitMs` have passed. */
  async settle(limitMs: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + limitMs;
    this.#passThroughMainThread();
    while (!this.#stopped && !signal.aborted && performance.now() < until && !this.#isQuiet())
      await delay(LOOK_EVERY_MS);
  }

  end(): void {
    this.#stopped = true;
    for (const end of this.#ends) end();
  }

  #isQuiet(): boolean {
    if (this.#page.isGone) return true;
    const now = performance.now();
    if (now - this.#lastChange < QUIET_MS || this.#other.size > 0) return false;
    if (!this.#navigation.hasLoaded(LOAD_GRACE_MS)) return false;
    for (const { startedAt } of this.#requests.values()) if (now - startedAt < REQUEST_LIMIT_MS) return false;
    return true;
  }

  /** What the page's handlers have queued runs before this call; on a page that is busy it would be missed otherwise. */
  #passThroughMainThread(): void {
    const passed = this.start('main thread');
    this.#page.world.call('() => null', []).then(passed, passed);
  }

  /** A document that was left no longer tells how its requests ended. */
  #forgetOtherDocuments(loaderId: string): void {
    for (const [id, request] of this.#requests) if (request.loaderId !== loaderId) this.#requests.delete(id);
  }

  /** A frame that went, or that moved to a process and a session of its own, tells nothing more here. */
  #forgetFrame(frameId: string): void {
    for (const [id, request] of this.#requests) if (request.frameId === frameId) this.#requests.delete(id);
  }

  #finish(requestId: string): void {
    if (this.#requests.has(requestId)) this.#change(() => this.#requests.delete(requestId));
  }

  #change(run: () => unknown): void {
    run();
    this.#lastChange = performance.now();
  }
}
