import type { Sealer } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Exchange } from './exchange.ts';

const PURPOSE = 'exchange';

/** What a ticket says: which exchange, of whom, and which process runs it. */
export interface Ticket {
  readonly exchange: string;
  readonly principal: string;
  readonly startedAtMs: number;
  /** Drawn anew by each process: a restarted one holds nothing of the one before. */
  readonly bootId: string;
  /** `host:port` at which other replicas reach that process; undefined where they can't. */
  readonly address: string | undefined;
}

/** Where an exchange is: in this process, in one that is gone for certain, or in another one. */
export type Whereabouts = 'here' | 'gone' | { readonly address: string };

/** Seals tickets for the exchanges of this process, and reads those of all that share its secret. */
export class Tickets {
  readonly bootId: string;
  readonly #sealer: Sealer;
  readonly #ownAddress: () => string | undefined;

  constructor(sealer: Sealer, bootId: string, ownAddress: () => string | undefined) {
    this.#sealer = sealer;
    this.bootId = bootId;
    this.#ownAddress = ownAddress;
  }

  seal({ facts: { id, principal, startedAtMs, readableUntilMs } }: Exchange): Promise<string> {
    const address = this.#ownAddress();
    const value: JsonObject = {
      id,
      principal,
      at: startedAtMs,
      boot: this.bootId,
      ...(address !== undefined && { address }),
    };
    return this.#sealer.seal(PURPOSE, value, readableUntilMs);
  }

  /** Undefined for what is no ticket of ours, was changed, or has expired. */
  async unseal(token: string): Promise<Ticket | undefined> {
    const value = await this.#sealer.unseal(PURPOSE, token);
    if (value === undefined) return undefined;
    const { id, principal, at, boot, address } = value;
    if (typeof id !== 'string' || typeof principal !== 'string' || typeof boot !== 'string') return undefined;
    return {
      exchange: id,
      principal,
      startedAtMs: typeof at === 'number' ? at : 0,
      bootId: boot,
      address: typeof address === 'string' ? address : undefined,
    };
  }

  /** An address is ours alone: whoever had it before this process did is gone. So is a process that has none. */
  locate({ bootId, address }: Ticket): Whereabouts {
    if (bootId === this.bootId) return 'here';
    return address === undefined || address === this.#ownAddress() ? 'gone' : { address };
  }
}
