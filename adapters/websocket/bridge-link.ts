import type { AdapterLog } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import { backOffMs } from './back-off.ts';
import type { BridgeConnection } from './bridge-connection.ts';
import { bridgeDown, givenUp } from './bridge-failures.ts';
import type { BridgeSettings } from './bridge-settings.ts';
import { openBridge } from './open-bridge.ts';
import { waitFor } from './wait-for.ts';

/** How long a request waits for a connection that is being made for the first time, or anew after one that was well. */
const WAIT_MS = 1000;
/** A connection that ends sooner counts as an attempt that failed: a bridge that falls over at once is not run at. */
const STABLE_AFTER_MS = 2000;

/** The one connection to the bridge: made at opening, and made again whenever it is lost, for as long as the target is open. */
export class BridgeLink {
  readonly #settings: BridgeSettings;
  readonly #log: AdapterLog;
  readonly #ending = new AbortController();
  #connection: BridgeConnection | undefined;
  #attempt: Promise<void> | undefined;
  /** Since the bridge was last connected for long enough. */
  #failedAttempts = 0;
  #isStable = false;
  #isToldDown = false;
  #why = 'it has not answered yet';
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: BridgeSettings, log: AdapterLog) {
    this.#settings = settings;
    this.#log = log;
    this.#connect();
  }

  /** The open connection, or a failure at once where the last attempt to get one failed. */
  async connection(signal: AbortSignal): Promise<BridgeConnection | Failure> {
    if (this.#connection?.isOpen) return this.#connection;
    if (this.#attempt !== undefined && this.#failedAttempts === 0) await waitFor(this.#attempt, signal, WAIT_MS);
    if (this.#connection?.isOpen) return this.#connection;
    return signal.aborted ? givenUp() : bridgeDown(this.#settings.host, this.#why);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#attempt;
    await this.#connection?.close();
  }

  #connect(): void {
    this.#attempt = this.#tryOnce().finally(() => {
      this.#attempt = undefined;
    });
  }

  async #tryOnce(): Promise<void> {
    const opened = await openBridge(this.#settings, this.#ending.signal, (why) => this.#lost(why));
    if (typeof opened === 'string') this.#failed(opened);
    else if (opened.isOpen) this.#take(opened); // else its end was told, or will be
  }

  #take(connection: BridgeConnection): void {
    this.#connection = connection;
    this.#why = 'the connection has just ended'; // until its end is told
    this.#timer = setTimeout(() => this.#becomeStable(), STABLE_AFTER_MS).unref();
  }

  #becomeStable(): void {
    this.#isStable = true;
    this.#isToldDown = false;
    this.#failedAttempts = 0;
    this.#log.info({ host: this.#settings.host }, 'the bridge is connected');
  }

  #lost(why: string): void {
    const wasStable = this.#isStable;
    this.#connection = undefined;
    this.#isStable = false;
    clearTimeout(this.#timer);
    if (wasStable) this.#note(why);
    else this.#failed(why);
    if (wasStable && !this.#ending.signal.aborted) this.#connect();
  }

  #failed(why: string): void {
    this.#failedAttempts += 1;
    this.#note(why);
    if (this.#ending.signal.aborted) return;
    this.#timer = setTimeout(() => this.#connect(), backOffMs(this.#failedAttempts)).unref();
  }

  #note(why: string): void {
    this.#why = why;
    if (this.#isToldDown || this.#ending.signal.aborted) return;
    this.#isToldDown = true;
    this.#log.warn({ host: this.#settings.host, why }, 'the bridge is not connected');
  }
}
