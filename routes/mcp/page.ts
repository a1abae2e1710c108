import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

const MOST_A_PAGE = 100;

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor?: string;
}

/** One page of a list that is in the order of its keys. A cursor names the last one told, so that what comes and goes skips nothing. */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: string | undefined,
): Page<Item> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const from = after === undefined ? 0 : items.findIndex((item) => keyOf(item) > after);
  const page = from === -1 ? [] : items.slice(from, from + MOST_A_PAGE);
  const last = page.at(-1);
  const isLast = from === -1 || from + MOST_A_PAGE >= items.length;
  return isLast || last === undefined
    ? { items: page }
    : { items: page, nextCursor: Buffer.from(JSON.stringify([keyOf(last)])).toString('base64url') };
}

function readCursor(cursor: string): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read) && read.length === 1 && typeof read[0] === 'string') return read[0];
  } catch {
    // said below
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is none of this list: begin without one');
}
