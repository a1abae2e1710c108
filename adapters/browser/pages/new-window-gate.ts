import type { CdpConnection } from '../cdp/cdp-connection.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { PagePool } from './page-pool.ts';

/**
 * How long new windows are still held back after the last act. A process that hangs while it holds windows back holds
 * up every new page of the browser, so this is not for ever; switching it on costs some milliseconds a page.
 */
const LINGER_MS = 30_000;

/**
 * Holds each new window back before its first request, until it is guarded: a session on the opener cannot do that.
 * Windows of other openers are let go at once.
 */
export class NewWindowGate {
  readonly #connection: CdpConnection;
  readonly #pool: PagePool;
  #on: Promise<void> | undefined;
  #holders = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: CdpConnection, pool: PagePool) {
    this.#connection = connection;
    this.#pool = pool;
    connection.onClose(() => clearTimeout(this.#timer));
    connection.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
      // A session that was asked for by `Target.attachToTarget` is never held back.
      if (waitingForDebugger) ignoreGone(this.#admit(sessionId, targetInfo.targetId, targetInfo.openerId));
    });
  }

  /** Holds new windows back until the returned function is called, and a while longer. */
  async hold(): Promise<() => void> {
    clearTimeout(this.#timer);
    this.#holders += 1;
    this.#on ??= this.#switch(true);
    try {
      await this.#on;
    } catch (error) {
      this.#on = undefined;
      this.#letGo();
      throw error;
    }
    return () => this.#letGo();
  }

  #letGo(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#timer = setTimeout(() => {
      this.#on = undefined;
      ignoreGone(this.#switch(false));
    }, LINGER_MS);
    this.#timer.unref();
  }

  async #switch(on: boolean): Promise<void> {
    await this.#connection.browser.send('Target.setAutoAttach', {
      autoAttach: on,
      waitForDebuggerOnStart: on,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }

  async #admit(sessionId: string, targetId: string, openerId: string | undefined): Promise<void> {
    const opener = openerId === undefined ? undefined : await this.#pool.find(openerId);
    if (opener !== undefined) {
      // A session of the pool's own: this one ends when the gate is switched off.
      const { page, release } = await this.#pool.hold(targetId);
      await page.guarded;
      opener.announceNewPage(page);
      release();
    }
    await this.#connection.session(sessionId).send('Runtime.runIfWaitingForDebugger');
    await this.#connection.browser.send('Target.detachFromTarget', { sessionId });
  }
}
