import type { JsonValue } from '../../../contracts/json.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession, Commands, Events } from '../cdp/cdp-session.ts';
import type { Page } from '../page.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/**
 * A page in the hands of one request: what the request no longer wants is rejected at once, and its listeners end with
 * it. The session itself may serve the next request.
 */
export class AttachedPage implements Page {
  readonly targetId: string;
  readonly #session: CdpSession;
  readonly #world: IsolatedWorld;
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  readonly #ends = new Set<() => void>();
  readonly #onAbort = () => {
    for (const reject of this.#waiting) reject();
  };

  constructor(targetId: string, session: CdpSession, world: IsolatedWorld, signal: AbortSignal) {
    this.targetId = targetId;
    this.#session = session;
    this.#world = world;
    this.#signal = signal;
    // One listener for all commands: a listener each would pile up on a signal that outlives them.
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  send<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): Promise<Commands[M]['returnType']> {
    return this.#unlessAborted(method, () => this.#session.send(method, ...params));
  }

  on<E extends keyof Events>(event: E, listener: (...payload: Events[E]) => void): () => void {
    const off = this.#session.on(event, listener);
    const end = () => {
      off();
      this.#ends.delete(end);
    };
    this.#ends.add(end);
    return end;
  }

  call<T extends JsonValue>(functionSource: string, ...args: readonly JsonValue[]): Promise<T> {
    // `as`: the caller wrote the function and so knows what it returns; it travelled as JSON.
    return this.#unlessAborted('call', () => this.#world.call(functionSource, args) as Promise<T>);
  }

  /** Ends the request's hold on the page: its listeners, and whatever it still waits for. */
  release(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    for (const end of [...this.#ends]) end();
    this.#onAbort();
  }

  #unlessAborted<T>(method: string, run: () => Promise<T>): Promise<T> {
    const aborted = () => new CdpError('aborted', method, `${method} was no longer wanted.`);
    if (this.#signal.aborted) return Promise.reject(aborted());
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => reject(aborted());
      this.#waiting.add(onAbort);
      run()
        .finally(() => this.#waiting.delete(onAbort))
        .then(resolve, reject);
    });
  }
}
