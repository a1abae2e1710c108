import type { JsonObject } from '../../../contracts/json.ts';
import { FIND_INTENT } from './find-intent.ts';
import type { ToolView } from './tool-views.ts';

/** The official client asks for the next page by itself; others show the first at least. */
const PAGE_TOOLS = 100;

/** What a cursor begins with once it is read: what is no cursor of ours is refused. */
const MARK = 'after:';

export interface ToolPage {
  readonly tools: readonly JsonObject[];
  readonly nextCursor?: string;
}

/**
 * One page of a list. A cursor is the name of the tool before it, so that every replica can go on where another has begun, and a
 * list that changes meanwhile skips nothing that stayed. Undefined: it is no cursor.
 */
export function listPage({ tools, canBeSearched }: ToolView, cursor: string | undefined): ToolPage | undefined {
  const after = cursor === undefined ? '' : readCursor(cursor);
  if (after === undefined) return undefined;
  const first = tools.findIndex(({ name }) => name > after);
  const page = first === -1 ? [] : tools.slice(first, first + PAGE_TOOLS);
  const last = page.at(-1);
  const hasMore = last !== undefined && last !== tools.at(-1);
  return {
    tools: [...(after === '' && canBeSearched ? [FIND_INTENT] : []), ...page.map(({ listed }) => listed)],
    ...(hasMore && { nextCursor: Buffer.from(MARK + last.name).toString('base64url') }),
  };
}

function readCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor.slice(0, 256), 'base64url').toString();
  const name = text.slice(MARK.length);
  return text.startsWith(MARK) && /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : undefined;
}
