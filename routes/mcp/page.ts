import { failure } from '../../contracts/failure.ts';
import type { Hail } from '../../src/core/arrival.ts';
import type { Core } from '../../src/core/core.ts';
import { refusal } from './refusals.ts';

/** The official client asks for the next page by itself; others show the first at least. */
const MOST_A_PAGE = 100;
/** No name or address is longer that has a cursor made of it. */
const MOST_CURSOR_UNITS = 8192;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/**
 * One page of a list that is in the order of its keys. A cursor names the last one told, so that every replica can go on where
 * another has begun, and a list that changes meanwhile skips nothing that stayed. Throws where it is none of ours.
 */
export function pageOf<Item>(
  core: Core,
  hail: Hail,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: string | undefined,
): Page<Item> {
  const after = cursor === undefined ? '' : readCursor(cursor);
  if (after === undefined) {
    const hint = 'List from the start, without one.';
    throw refusal(core, hail, failure('invalid_request', 'The cursor is not one of this list', { hint }));
  }
  const first = items.findIndex((item) => keyOf(item) > after);
  const page = first === -1 ? [] : items.slice(first, first + MOST_A_PAGE);
  const last = page.at(-1);
  if (last === undefined || last === items.at(-1)) return { items: page };
  return { items: page, nextCursor: Buffer.from(JSON.stringify([keyOf(last)])).toString('base64url') };
}

function readCursor(cursor: string): string | undefined {
  if (cursor.length > MOST_CURSOR_UNITS) return undefined;
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) && read.length === 1 && typeof read[0] === 'string' ? read[0] : undefined;
  } catch {
    return undefined;
  }
}
