import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../is-record.ts';
import type { SearchText, Tool } from './tool.ts';

export const FIND_INTENT_NAME = 'waybill_find_intent';

const MOST_QUERY_UNITS = 500;
const MOST_FOUND = 20;
const DEFAULT_FOUND = 5;

/** The one tool that is no intent. */
export const FIND_INTENT: JsonObject = {
  name: FIND_INTENT_NAME,
  title: 'Find a tool',
  description:
    'Searches the tools of this server by words for what you want to do, and returns the best matches with their input schemas. Use it before you guess a name.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: MOST_QUERY_UNITS, description: 'What you want to do.' },
      limit: { type: 'integer', minimum: 1, maximum: MOST_FOUND, default: DEFAULT_FOUND },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
};

export interface FindQuery {
  readonly query: string;
  readonly limit: number;
}

/** What is wrong with the arguments, in a sentence, where they can't be read. */
export function readFindQuery(given: Readonly<Record<string, unknown>>): FindQuery | string {
  const { query, limit = DEFAULT_FOUND } = given;
  if (typeof query !== 'string' || query.length === 0 || query.length > MOST_QUERY_UNITS) {
    return `query must be a text of 1 to ${MOST_QUERY_UNITS} characters`;
  }
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MOST_FOUND) {
    return `limit must be a whole number from 1 to ${MOST_FOUND}`;
  }
  return { query, limit };
}

export function searchTextOf(name: string, { title, description, inputSchema }: JsonObject): SearchText {
  const { properties } = isRecord(inputSchema) ? inputSchema : {};
  const named = isRecord(properties) ? Object.keys(properties) : [];
  return {
    name: name.toLowerCase(),
    title: String(title ?? '').toLowerCase(),
    rest: [description, ...named].join(' ').toLowerCase(),
  };
}

/** The tools that fit the words best, the best first; those that fit them less than half as well are left out. */
export function findIntent(tools: readonly Tool[], { query, limit }: FindQuery): readonly Tool[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool.searched, words) }));
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored
    .filter(({ score }) => score > 0 && score * 2 >= best)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

function scoreOf({ name, title, rest }: SearchText, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (name.includes(word)) score += 4;
    if (title.includes(word)) score += 3;
    if (rest.includes(word)) score += 1;
  }
  return score;
}
