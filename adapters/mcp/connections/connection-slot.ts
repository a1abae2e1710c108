import { type Failure, failure } from '../../../contracts/failure.ts';
import { backOffMs } from './back-off.ts';
import type { Connection } from './connection.ts';
import { type ConnectionSettings, type OnChanged, openConnection } from './open-connection.ts';
import { settledOrStopped } from './settled-or-stopped.ts';

/** One that was lost sooner than this, and of no use until then, is not made again at once. */
const STEADY_MS = 5000;

/** Room for one connection, which is made when it is asked for, and anew once it was lost; not all the time, where that fails. */
export class ConnectionSlot {
  readonly #target: string;
  readonly #settings: ConnectionSettings;
  readonly #onChanged: OnChanged;
  readonly #closing = new AbortController();
  #opening: Promise<Connection | string> | undefined;
  #open: Connection | undefined;
  #openedAtMs = 0;
  #failedAttempts = 0;
  #nextAtMs = 0;
  #why = 'it is being connected to';

  constructor(target: string, settings: ConnectionSettings, onChanged: OnChanged) {
    this.#target = target;
    this.#settings = settings;
    this.#onChanged = onChanged;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Whether it is being made, or a call waits on it. */
  get isBusy(): boolean {
    return this.#opening !== undefined || (this.#open?.waiting.size ?? 0) > 0;
  }

  /** Why there is no connection. */
  get why(): string {
    return this.#why;
  }

  /** How many attempts to make one have failed since the last that did not. */
  get failedAttempts(): number {
    return this.#failedAttempts;
  }

  /** In how many milliseconds another attempt is made, at the earliest. */
  get waitMs(): number {
    return Math.max(0, Math.ceil(this.#nextAtMs - performance.now()));
  }

  /** The connection, once it is made. A failure: there is none, or the signal aborted first; nothing was sent. */
  async connection(signal: AbortSignal): Promise<Connection | Failure> {
    if (this.#open !== undefined) return this.#open;
    if (this.#closing.signal.aborted || (this.#opening === undefined && this.waitMs > 0)) return this.#unavailable();
    this.#opening ??= this.#connect();
    const opening = this.#opening;
    const end = await settledOrStopped(opening, signal, this.#settings.startMs * 3);
    if (end === 'stopped') return failure('cancelled', 'Stopped before the server was connected');
    const opened = await opening;
    return typeof opened === 'string' ? this.#unavailable() : opened;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const opened = this.#open ?? (await this.#opening);
    if (opened !== undefined && typeof opened !== 'string') await opened.close();
  }

  async #connect(): Promise<Connection | string> {
    const opened = await openConnection(this.#settings, this.#closing.signal, this.#onChanged);
    this.#opening = undefined;
    if (typeof opened === 'string') {
      this.#failed(opened);
      return opened;
    }
    this.#open = opened;
    this.#openedAtMs = performance.now();
    void opened.lost.then((why) => this.#lose(opened, why));
    return opened;
  }

  #lose(connection: Connection, why: string): void {
    if (this.#open !== connection) return;
    this.#open = undefined;
    const hidden = this.#settings.hideSecrets(why);
    if (connection.hasAnswered || performance.now() - this.#openedAtMs >= STEADY_MS) {
      this.#failedAttempts = 0;
      this.#why = hidden;
    } else this.#failed(hidden);
  }

  #failed(why: string): void {
    this.#failedAttempts += 1;
    this.#nextAtMs = performance.now() + backOffMs(this.#failedAttempts);
    this.#why = why;
  }

  #unavailable(): Failure {
    return failure(
      'adapter_unavailable',
      `The MCP server of the target ${this.#target} is not connected: ${this.#why}`,
      {
        hint: 'Nothing was done, and it is connected to again by itself; GET /readyz says why it is not.',
        retryAfterMs: Math.max(100, this.waitMs),
      },
    );
  }
}
