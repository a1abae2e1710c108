import type { Health } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import { storeUnreachable } from '../core/single-use/nonce-failures.ts';
import type { NonceDone, NonceEntry, NonceInFlight, NonceStore } from '../core/single-use/nonce-store.ts';
import type { NonceValues } from './nonce-values.ts';
import type { Ask, RedisLink } from './redis-link.ts';
import { Unfinished } from './unfinished.ts';

const PREFIX = 'waybill:nonce:';
/** A nonce may be released between a claim and the look at who has it. */
const MOST_TRIES = 3;
/** How long a claim of which nobody knows whether it was heard is taken back. */
const TAKE_BACK_MS = 60_000;

/** KEYS: the nonce. ARGV: token, new value, ms. One that was lost is written anew. */
const SETTLE = `
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;
/** KEYS: the nonce. ARGV: token. */
const RELEASE = `
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 1, #ARGV[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Remembers nonces in a Redis that all replicas share. */
export class RedisNonceStore implements NonceStore {
  readonly #link: RedisLink;
  readonly #values: NonceValues;
  readonly #unfinished: Unfinished;

  constructor(link: RedisLink, values: NonceValues, onGivenUp: () => void) {
    this.#link = link;
    this.#values = values;
    this.#unfinished = new Unfinished(onGivenUp);
  }

  async find(key: string): Promise<NonceEntry | Failure | undefined> {
    const found = await this.#link.ask((redis) => redis.get(PREFIX + key));
    if (isFailure(found)) return found;
    return found === null ? undefined : this.#values.read(key, found);
  }

  async claim(
    key: string,
    token: string,
    entry: NonceInFlight,
    keepMs: number,
  ): Promise<NonceEntry | Failure | undefined> {
    if (!this.#link.isUp) return storeUnreachable(); // nothing was sent, so there is nothing to take back
    const value = this.#values.writeInFlight(token, entry);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const claimed = await this.#link.ask((redis) => redis.set(PREFIX + key, value, 'PX', keepMs, 'NX'));
      if (claimed === 'OK') return undefined;
      if (isFailure(claimed)) {
        this.#takeBack(key, token);
        return claimed;
      }
      const found = await this.find(key);
      if (found !== undefined) return found;
    }
    return storeUnreachable();
  }

  async settle(key: string, token: string, entry: NonceDone, keepMs: number): Promise<void> {
    const value = await this.#values.writeDone(key, token, entry, keepMs);
    const write: Ask<unknown> = (redis) => redis.eval(SETTLE, 1, PREFIX + key, token, value, keepMs);
    await this.#finish(token, value.length, keepMs, write);
  }

  async release(key: string, token: string): Promise<void> {
    await this.#finish(token, 0, TAKE_BACK_MS, (redis) => redis.eval(RELEASE, 1, PREFIX + key, token));
  }

  health(): Health {
    return this.#link.health();
  }

  async close(limitMs: number): Promise<void> {
    await this.#unfinished.close(limitMs);
    this.#link.close();
  }

  /** Nobody knows whether the claim was heard. On the same connection it is taken back behind it, whenever that is read. */
  #takeBack(key: string, token: string): void {
    const takeBack: Ask<unknown> = (redis) => redis.eval(RELEASE, 1, PREFIX + key, token);
    this.#link.send(takeBack);
    this.#unfinished.add(token, 0, TAKE_BACK_MS, () => this.#isDone(takeBack));
  }

  async #finish(name: string, units: number, keepMs: number, write: Ask<unknown>): Promise<void> {
    if (!(await this.#isDone(write))) this.#unfinished.add(name, units, keepMs, () => this.#isDone(write));
  }

  async #isDone(write: Ask<unknown>): Promise<boolean> {
    return !isFailure(await this.#link.ask(write));
  }
}
