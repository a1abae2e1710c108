import type { Sealer } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { NonceDone, NonceEntry, NonceInFlight } from '../core/single-use/nonce-store.ts';

/** Hex digits of a token, with which every value starts: a script of Redis compares them. */
const TOKEN_LENGTH = 32;
/** A value that Redis still has must not be out of date for its seal already. */
const SEALED_LONGER_MS = 60_000;

/**
 * Nonces as they stand in Redis: `TOKEN{json}` in flight, `TOKENseal` once done. What a request was answered is sealed, to its key:
 * who reads or writes the store can neither see it nor give it to somebody else.
 */
export interface NonceValues {
  writeInFlight(token: string, entry: NonceInFlight): string;
  writeDone(key: string, token: string, entry: NonceDone, keepMs: number): Promise<string>;
  /** Whatever can't be read is a nonce that was used. */
  read(key: string, value: string): Promise<NonceEntry>;
}

export function createNonceValues(sealer: Sealer): NonceValues {
  return {
    writeInFlight: (token, entry) => token + JSON.stringify(entry),
    writeDone: async (key, token, entry, keepMs) => {
      const value: JsonObject = { ...entry, answer: entry.answer ?? null };
      return token + (await sealer.seal(purposeOf(key), value, Date.now() + keepMs + SEALED_LONGER_MS));
    },
    read: async (key, value) => {
      const body = value.slice(TOKEN_LENGTH);
      if (body.startsWith('{')) return readInFlight(body);
      const done = await sealer.unseal(purposeOf(key), body);
      // `as`: sealed by `writeDone`, of ours or of another replica
      return done === undefined
        ? { state: 'unreadable' }
        : ({ ...done, answer: done.answer ?? undefined } as NonceDone);
    },
  };
}

function purposeOf(key: string): string {
  return `nonce/${key}`;
}

function readInFlight(body: string): NonceEntry {
  try {
    return JSON.parse(body) as NonceInFlight; // `as`: written by `writeInFlight`; nothing of it is trusted but to be compared
  } catch {
    return { state: 'unreadable' };
  }
}
