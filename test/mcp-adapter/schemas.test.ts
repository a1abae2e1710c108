import { expect, test } from 'vitest';
import { compileTools } from '../../adapters/mcp/tools/compile-tools.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { createOfferCompiler } from '../../src/core/schema-validator.ts';

const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** Schemas as servers in the field have them, whether payloads are held to them, and one that is refused by then. */
const SHEET: readonly { readonly schema: JsonObject; readonly isHeld: boolean; readonly because: string }[] = [
  { schema: { type: 'object', required: ['a'] }, isHeld: true, because: 'it is of the newest dialect' },
  { schema: { $schema: DRAFT_7, type: 'object', required: ['a'] }, isHeld: true, because: 'most servers say so' },
  {
    schema: { type: 'object', required: ['a'], 'x-mcp-header': 'A' },
    isHeld: true,
    because: 'it has a keyword of its own',
  },
  {
    schema: { type: 'object', required: ['a'], format: 'odd' },
    isHeld: true,
    because: 'a format that nobody knows is none',
  },
  {
    schema: { $schema: DRAFT_7, type: 'object', required: ['a'], properties: { b: { items: [{}] } } },
    isHeld: false,
    because: 'the newest dialect writes tuples otherwise',
  },
  {
    schema: { $ref: 'https://elsewhere.example/schema.json' },
    isHeld: false,
    because: 'nothing is loaded from elsewhere',
  },
  { schema: { required: ['a'], ...nested(40) }, isHeld: false, because: 'it is nested without end' },
  { schema: { type: 'object', required: ['a'], title: 'x'.repeat(70_000) }, isHeld: false, because: 'it is too large' },
  { schema: { type: 'nonsense' }, isHeld: false, because: 'it is no schema' },
  {
    schema: { required: ['a'], allOf: Array.from({ length: 101 }, (_, at) => ({ pattern: `^${at}$` })) },
    isHeld: false,
    because: 'it has patterns without end',
  },
];

test.for(SHEET)('a schema is held to: $isHeld, as $because', ({ schema, isHeld }) => {
  const [tool] = compileTools('', {}, [{ name: 'tool', inputSchema: schema }]).values();
  if (tool === undefined) throw new Error('The tool was left out');
  const check = createOfferCompiler()(tool.declaration.payload);
  expect(check({}, true) !== undefined).toBe(isHeld);
  expect(tool.notes.length).toBe(isHeld ? 0 : 1);
  expect(tool.declaration.mcp).toEqual({ method: 'tools/call', tool: { name: 'tool', inputSchema: schema } });
});

test('a schema that is nested too deep to be written down is not used', () => {
  let schema: JsonObject = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth += 1) schema = { not: schema };
  const [tool] = compileTools('', {}, [{ name: 'tool', inputSchema: schema }]).values();
  expect(tool?.notes).toEqual([expect.stringContaining('nested more than 32 deep')]);
});

const EVIL = 'a'.repeat(60);

/** Each pattern would keep V8 busy for longer than anyone waits, were it asked. */
const SLOW: readonly { readonly schema: JsonObject; readonly fits: boolean; readonly because: string }[] = [
  {
    schema: { properties: { a: { pattern: '^(a|a)*b$' } } },
    fits: false,
    because: 'linear time is enough to refuse it',
  },
  {
    schema: { properties: { a: { pattern: '^(?=a)(a|a)*b$' } } },
    fits: true,
    because: 'what looks ahead is the server’s to look at',
  },
  { schema: { properties: { a: { pattern: '^(a)\\1*(a|a)*b$' } } }, fits: true, because: 'so is what looks back' },
  {
    schema: {
      properties: { const: {}, a: { $ref: '#/default/there' } },
      default: { there: { pattern: '^(?=a)(a|a)*b$' } },
    },
    fits: true,
    because: 'a schema may be hidden in data',
  },
  {
    schema: { patternProperties: { '^(?!x)a': { type: 'number' } }, additionalProperties: false },
    fits: true,
    because: 'which properties are others is not known',
  },
  {
    schema: { properties: { a: { pattern: '^(?!x)' } }, required: ['a', 'b'] },
    fits: false,
    because: 'all else still holds',
  },
];

test.for(SLOW)('a long text is judged at once ($fits), as $because', ({ schema, fits }) => {
  const described = { type: 'object', ...schema };
  const [tool] = compileTools('', {}, [{ name: 'tool', inputSchema: described, outputSchema: described }]).values();
  if (tool === undefined) throw new Error('The tool was left out');
  expect(tool.notes).toEqual([]);
  expect(createOfferCompiler()(tool.declaration.payload)({ a: EVIL }, true) === undefined).toBe(fits);
  expect(tool.whyMisfit({ a: EVIL }) === undefined).toBe(fits);
  expect(tool.declaration.mcp).toMatchObject({ tool: { inputSchema: described } });
});

test('what repeating a tool does is what its annotations say, and the configuration outdoes them', () => {
  const tool = (name: string, annotations: JsonObject): JsonObject => ({ name, inputSchema: {}, annotations });
  const tools = compileTools('t.', { effects: { claims: 'unsafe' }, tools: { deny: ['not_*'] } }, [
    tool('reads', { readOnlyHint: true }),
    tool('again', { idempotentHint: true, destructiveHint: false }),
    tool('destroys', { idempotentHint: true }),
    tool('says_nothing', {}),
    tool('claims', { readOnlyHint: true }),
    tool('not_offered', {}),
  ]);
  expect([...tools].map(([key, { declaration }]) => `${key} ${declaration.effect}`)).toEqual([
    't.again idempotent',
    't.claims unsafe',
    't.destroys unsafe',
    't.reads read',
    't.says_nothing unsafe',
  ]);
});
