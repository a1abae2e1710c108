import { type CircuitBreakerPolicy, CircuitState, CountBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Redis } from 'ioredis';
import type { AdapterLog, Health } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import { storeUnreachable } from '../core/single-use/nonce-failures.ts';
import { within } from '../core/within.ts';

/** What one question may take. Redis answers within a millisecond; a busy event loop may come late to hear it. */
const ANSWER_MS = 500;
/** Four failures of ten open it: a Redis that takes no writes still answers every second question. */
const OPENS_AT = { size: 10, threshold: 0.35, minimumNumberOfCalls: 3 };
/** Between two tries whether it is back. */
const PROBE_EVERY_MS = 500;
/** A connection on which nothing comes for so long is made anew. */
const SILENT_MS = 5000;
const CONNECT_MS = 2000;
const RECONNECT_MS = { least: 50, most: 1000 };
const PROBE_KEY = 'waybill:nonce:probe';

export type Ask<Reply> = (redis: Redis) => Promise<Reply>;

/**
 * One connection to a Redis with a breaker before it: while it is out of reach, slow or takes no writes, questions are refused at
 * once, and one that nobody waits for finds out whether it is back.
 */
export class RedisLink {
  readonly #redis: Redis;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #log: AdapterLog;
  readonly #prober: NodeJS.Timeout;
  #why = 'not connected yet';
  #wasUp: boolean | undefined;

  constructor(url: string, log: AdapterLog) {
    this.#log = log;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      protocol: 2,
      disableClientInfo: true,
      enableAutoPipelining: true,
      // Nothing waits in memory for a Redis that is gone, and nothing is asked twice: a claim that was heard before its
      // connection broke would find itself in the way.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      retryStrategy: (times) => Math.min(RECONNECT_MS.least * times, RECONNECT_MS.most),
    });
    this.#breaker = circuitBreaker(handleAll, {
      halfOpenAfter: PROBE_EVERY_MS / 2,
      breaker: new CountBreaker(OPENS_AT),
    });
    this.#redis.on('error', (error) => this.#because(error));
    this.#redis.on('ready', () => this.#noteState());
    this.#redis.on('close', () => this.#noteState());
    this.#breaker.onFailure(({ reason }) => this.#because('error' in reason ? reason.error : undefined));
    this.#breaker.onStateChange(() => this.#noteState());
    this.#prober = setInterval(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }

  get isUp(): boolean {
    return this.#redis.status === 'ready' && this.#breaker.state === CircuitState.Closed;
  }

  /** Connects, and goes on without where that takes too long: it is tried again and again. */
  async connect(): Promise<void> {
    await answered(this.#redis.connect(), CONNECT_MS).catch((error) => this.#because(error));
    this.#noteState();
  }

  /** The reply, or `nonce_unavailable`: at once where it is known to be out of reach, else within the time of one answer. */
  async ask<Reply>(question: Ask<Reply>): Promise<Reply | Failure> {
    if (!this.isUp) return storeUnreachable();
    try {
      return await this.#breaker.execute(() => answered(question(this.#redis), ANSWER_MS));
    } catch {
      return storeUnreachable(); // why was told to `onFailure`
    }
  }

  /** Sends it on the connection as it is, after everything that was sent before. Nobody waits for what comes of it. */
  send(question: Ask<unknown>): void {
    question(this.#redis).catch(() => {});
  }

  health(): Health {
    return this.isUp ? { status: 'healthy' } : { status: 'degraded', detail: `Redis: ${this.#why}` };
  }

  close(): void {
    clearInterval(this.#prober);
    this.#redis.disconnect();
  }

  /** By a write: a Redis that is full, or a replica, still answers reads. */
  async #probe(): Promise<void> {
    if (this.#breaker.state === CircuitState.Closed || this.#redis.status !== 'ready') return;
    const write = () => answered(this.#redis.set(PROBE_KEY, '1', 'PX', PROBE_EVERY_MS), ANSWER_MS);
    await this.#breaker.execute(write).catch(() => {});
  }

  #because(error: unknown): void {
    this.#why = describeError(error) ?? this.#why;
  }

  #noteState(): void {
    const { isUp } = this;
    if (isUp === this.#wasUp) return;
    if (isUp) {
      this.#log.info({ nonce_store: 'redis' }, 'nonces are remembered in Redis');
      this.#why = 'the connection broke'; // as long as nothing says more, should it end
    } else {
      this.#log.warn({ nonce_store: 'redis', reason: this.#why }, 'nonces cannot be claimed: Redis is not there');
    }
    this.#wasUp = isUp;
  }
}

class NoAnswer extends Error {}

function answered<Reply>(reply: Promise<Reply>, limitMs: number): Promise<Reply> {
  return within(limitMs, reply, () => {
    throw new NoAnswer(`no answer within ${limitMs} ms`);
  });
}

/**
 * A code, or the word that an error of Redis starts with. No more: what was asked, a password among it, is on such errors.
 * Undefined: it says nothing, and comes behind the one that did (a wrong password, then a closed connection).
 */
function describeError(error: unknown): string | undefined {
  if (error instanceof NoAnswer) return error.message;
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{2,}\b/.exec(error.message)?.[0];
}
