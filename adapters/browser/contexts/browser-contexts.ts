import type { Sealer } from '../../../contracts/adapter.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import { type ContextMark, readMark, sealOwner, writeMark } from './context-marker.ts';

export interface ContextLimits {
  readonly ttlMs: number;
  readonly maxContexts: number;
}

/** The isolated browser contexts that Waybill replicas made in one browser. */
export class BrowserContexts {
  readonly #browser: CdpSession;
  readonly #sealer: Sealer;
  readonly #limits: ContextLimits;
  /** Marks read before. An owner never changes; an expiry only moves on, so it is read again once it has passed. */
  readonly #marks = new Map<string, ContextMark>();

  constructor(browser: CdpSession, sealer: Sealer, limits: ContextLimits) {
    this.#browser = browser;
    this.#sealer = sealer;
    this.#limits = limits;
  }

  /** A fresh context of a principal's own, or `overloaded` where the browser holds as many as it may. */
  async create(principal: string): Promise<{ browserContextId: string; expiresAtMs: number } | Failure> {
    const before = await this.sweep();
    if (before.size >= this.#limits.maxContexts) return this.#full();
    const { browserContextId } = await this.#browser.send('Target.createBrowserContext', {});
    const expiresAtMs = Date.now() + this.#limits.ttlMs;
    await this.#mark(browserContextId, {
      principal,
      expiresAtMs,
      seal: await sealOwner(this.#sealer, principal, browserContextId),
    });
    // A downloaded file would land on the browser's machine, where no one asked for it.
    await this.#browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    // Another replica may have taken the last place in the meantime.
    const after = await this.list();
    if (after.size <= this.#limits.maxContexts) return { browserContextId, expiresAtMs };
    await this.dispose(browserContextId);
    return this.#full();
  }

  /** All contexts of Waybill's by id, expired ones included, and the ids of all contexts whoever made them. */
  async list(): Promise<ReadonlyMap<string, ContextMark>> {
    const ids = await this.ids();
    for (const id of this.#marks.keys()) if (!ids.has(id)) this.#marks.delete(id);
    const marks = await Promise.all([...ids].map(async (id) => [id, await this.read(id)] as const));
    return new Map(marks.flatMap(([id, mark]) => (mark === undefined ? [] : [[id, mark] as const])));
  }

  /** Every context but the browser's default one. */
  async ids(): Promise<ReadonlySet<string>> {
    const { browserContextIds } = await this.#browser.send('Target.getBrowserContexts');
    return new Set(browserContextIds);
  }

  /** Undefined: none of Waybill's, or gone. */
  async read(browserContextId: string): Promise<ContextMark | undefined> {
    const known = this.#marks.get(browserContextId);
    if (known !== undefined && known.expiresAtMs > Date.now()) return known;
    try {
      const mark = await readMark(this.#browser, this.#sealer, browserContextId);
      if (mark !== undefined) this.#marks.set(browserContextId, mark);
      return mark;
    } catch (error) {
      if (error instanceof CdpError && error.reason === 'refused') return undefined;
      throw error;
    }
  }

  /** Puts a context's expiry off, once half of its time has passed; returns when it expires. */
  renew(browserContextId: string, mark: ContextMark): number {
    const { ttlMs } = this.#limits;
    if (mark.expiresAtMs - Date.now() > ttlMs / 2) return mark.expiresAtMs;
    const renewed = { ...mark, expiresAtMs: Date.now() + ttlMs };
    ignoreGone(this.#mark(browserContextId, renewed));
    return renewed.expiresAtMs;
  }

  /** Disposes of what has expired, whoever's it was; returns what is left. */
  async sweep(): Promise<ReadonlyMap<string, ContextMark>> {
    const now = Date.now();
    const marks = [...(await this.list())];
    const expired = marks.filter(([, mark]) => mark.expiresAtMs <= now);
    await Promise.all(expired.map(([id]) => this.dispose(id)));
    return new Map(marks.filter(([, mark]) => mark.expiresAtMs > now));
  }

  /** Ends a context with all of its pages; one that is already gone is fine. */
  async dispose(browserContextId: string): Promise<void> {
    this.#marks.delete(browserContextId);
    try {
      await this.#browser.send('Target.disposeBrowserContext', { browserContextId });
    } catch (error) {
      if (!(error instanceof CdpError && error.reason === 'refused')) throw error;
    }
  }

  async #mark(browserContextId: string, mark: ContextMark): Promise<void> {
    this.#marks.set(browserContextId, mark);
    await writeMark(this.#browser, browserContextId, mark);
  }

  #full(): Failure {
    return failure(
      'overloaded',
      `The browser already holds ${this.#limits.maxContexts} isolated contexts, as many as it may (max_contexts).`,
      { hint: 'Close pages with page.close, or try again once unused contexts have expired.', retryAfterMs: 5_000 },
    );
  }
}
