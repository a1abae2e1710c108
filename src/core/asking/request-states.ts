import { hash } from 'node:crypto';
import type { Sealer } from '../../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../is-record.ts';
import type { RandomIds } from '../random-ids.ts';
import type { NonceKeeping } from '../single-use/nonce-store.ts';

const PURPOSE = 'request-state';
/** People think about what they are asked. */
export const REQUEST_STATE_LIFE_MS = 600_000;
/** The clocks of replicas may differ: a used state is remembered for longer than it is good. */
const REMEMBERED_MS = REQUEST_STATE_LIFE_MS + 60_000;
const CLAIMED_MS = 10_000;

/** Whose request a state belongs to: what is given back for another principal or another action is refused. */
export interface StateOwner {
  readonly principal: string;
  /** Digest of what was asked for, as it was sent the first time. */
  readonly action: string;
}

export interface KeptState {
  readonly state: JsonObject | undefined;
}

/** What of a request waits with its caller while that is asked: sealed, for this request alone, for ten minutes, and for one use. */
export class RequestStates {
  readonly #sealer: Sealer;
  readonly #nonces: NonceKeeping;
  readonly #ids: RandomIds;

  constructor(sealer: Sealer, nonces: NonceKeeping, ids: RandomIds) {
    this.#sealer = sealer;
    this.#nonces = nonces;
    this.#ids = ids;
  }

  seal({ principal, action }: StateOwner, state: JsonObject | undefined): Promise<string> {
    const value: JsonObject = { id: this.#ids.traceId(), principal, action, ...(state !== undefined && { state }) };
    return this.#sealer.seal(PURPOSE, value, Date.now() + REQUEST_STATE_LIFE_MS);
  }

  /** Uses it up. Undefined: it is not ours, has expired, was used, or is another's. Without a store of nonces it is not used up. */
  async redeem(token: string, owner: StateOwner): Promise<KeptState | Failure | undefined> {
    const value = await this.#sealer.unseal(PURPOSE, token);
    if (value === undefined || value.principal !== owner.principal || value.action !== owner.action) return undefined;
    const { id, state } = value;
    if (typeof id !== 'string') return undefined;
    const used = await this.#use(id);
    if (used !== undefined) return isFailure(used) ? used : undefined;
    return { state: isRecord(state) ? (state as JsonObject) : undefined }; // `as`: `seal` was given it
  }

  /** Undefined: this is the first time. */
  async #use(id: string): Promise<Failure | 'used' | undefined> {
    const { store } = this.#nonces;
    if (store === undefined) return undefined;
    const key = hash('sha256', JSON.stringify([PURPOSE, id]));
    const token = this.#ids.traceId();
    const entry = { action: id, traceId: token };
    const settledByMs = Date.now() + CLAIMED_MS;
    const found = await store.claim(key, token, { ...entry, state: 'in_flight', settledByMs }, REMEMBERED_MS);
    if (found !== undefined) return isFailure(found) ? found : 'used';
    const done = { state: 'done', http: 200, status: 'fulfilled', effect: 'none', answer: undefined } as const;
    await store.settle(key, token, { ...entry, ...done }, REMEMBERED_MS);
    return undefined;
  }
}
