import type { ErrorObject } from 'ajv';

const SENTENCES: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => (limit === 1 ? 'must not be empty' : `must hold at least ${limit} items`),
  maxItems: (limit) => `must hold at most ${limit} items`,
  minProperties: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} properties`),
  maxProperties: (limit) => `must have at most ${limit} properties`,
};

/** What a schema error demands, for people: a regular expression is told by its schema's description, as the hint. */
export function sayLimit({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'pattern') return 'does not have the form that it must have';
  return SENTENCES[keyword]?.(Number(params.limit)) ?? message ?? `breaks ${keyword}`;
}
