import type { CdpConnection } from '../cdp/cdp-connection.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { NavigationPolicy } from '../guard/navigation-policy.ts';
import { GuardedPage } from './guarded-page.ts';

/** Attaching costs about 10 ms; the steps of one flow mostly follow one another faster than this. */
const IDLE_LIFE_MS = 5_000;

interface Entry {
  readonly page: GuardedPage;
  readonly sessionId: string;
  users: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/** The pages that one connection is attached to, one session a page, shared by the requests that use it. */
export class PagePool {
  readonly #connection: CdpConnection;
  readonly #policy: NavigationPolicy;
  readonly #entries = new Map<string, Promise<Entry>>();
  readonly #bySession = new Map<string, Entry>();

  constructor(connection: CdpConnection, policy: NavigationPolicy) {
    this.#connection = connection;
    this.#policy = policy;
    connection.browser.on('Target.detachedFromTarget', ({ sessionId }) => this.#drop(sessionId));
    connection.onClose(() => this.#end());
  }

  /** Takes hold of a page; rejects with `CdpError` where there is none of this id. Every hold is released once. */
  async hold(targetId: string): Promise<{ readonly page: GuardedPage; release(): void }> {
    const pending = this.#entries.get(targetId) ?? this.#attach(targetId);
    this.#entries.set(targetId, pending);
    const entry = await pending.catch((error: unknown) => {
      this.#entries.delete(targetId);
      throw error;
    });
    clearTimeout(entry.idleTimer);
    entry.users += 1;
    return { page: entry.page, release: () => this.#release(entry) };
  }

  /** The page of this id, where this process is attached to it. */
  async find(targetId: string): Promise<GuardedPage | undefined> {
    return (await this.#entries.get(targetId))?.page;
  }

  async #attach(targetId: string): Promise<Entry> {
    const { sessionId } = await this.#connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new GuardedPage(this.#connection, sessionId, targetId, this.#policy);
    const entry: Entry = { page, sessionId, users: 0, idleTimer: undefined };
    this.#bySession.set(sessionId, entry);
    return entry;
  }

  #release(entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || entry.page.isGone) return;
    entry.idleTimer = setTimeout(() => this.#detachIdle(entry), IDLE_LIFE_MS);
    entry.idleTimer.unref();
  }

  #detachIdle(entry: Entry): void {
    if (entry.users > 0 || entry.page.isGone) return;
    // Once every session that saw a dialog open is gone, nothing can answer it: hold on, so that the next act can.
    if (entry.page.dialog !== undefined) {
      entry.users += 1;
      this.#release(entry);
      return;
    }
    this.#forget(entry);
    ignoreGone(this.#connection.browser.send('Target.detachFromTarget', { sessionId: entry.sessionId }));
  }

  #drop(sessionId: string): void {
    const entry = this.#bySession.get(sessionId);
    if (entry === undefined) return;
    this.#forget(entry);
    entry.page.markGone();
  }

  #forget(entry: Entry): void {
    clearTimeout(entry.idleTimer);
    this.#bySession.delete(entry.sessionId);
    this.#entries.delete(entry.page.targetId);
    this.#connection.forget(entry.sessionId);
  }

  #end(): void {
    for (const sessionId of [...this.#bySession.keys()]) this.#drop(sessionId);
  }
}
