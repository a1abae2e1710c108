import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { openTestService } from '../open-test-service.ts';
import { importOperation } from './import-text.ts';

/** The schema that becomes of one in the body of a request. */
async function bodyOf(schema: JsonObject, version = '3.0.3', components: JsonObject = {}): Promise<JsonObject> {
  const imported = await importOperation(
    { requestBody: { required: true, content: { 'application/json': { schema } } } },
    { version, more: { components: { schemas: components } } },
  );
  const { payload, left_out, notes } = imported as {
    payload?: JsonObject;
    left_out?: string;
    notes?: readonly string[];
  }; // `as`: what importOperation gives
  if (left_out !== undefined) return { left_out };
  const { properties, $defs } = payload as { properties: { body: JsonObject }; $defs?: JsonObject }; // `as`: the payload of a body
  return {
    ...properties.body,
    ...($defs !== undefined && { $defs }),
    ...(notes?.[1] !== undefined && { note: notes[1] }),
  };
}

test.for<[string, JsonObject, JsonObject]>([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'nullable of an enum',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'nullable of what is put together',
    { nullable: true, allOf: [{ type: 'string' }] },
    { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
  ],
  [
    'an exclusive minimum',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  [
    'a maximum that is not exclusive',
    { type: 'number', maximum: 9, exclusiveMaximum: false },
    { type: 'number', maximum: 9 },
  ],
  ['a format that the service does not know', { type: 'string', format: 'repo.nwo' }, { type: 'string' }],
  ['a format that it knows', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
  ['a type that there is not', { type: 'file' }, {}],
  [
    'what only documents know',
    {
      type: 'string',
      xml: { name: 'a' },
      externalDocs: { url: 'b' },
      example: 'c',
      'x-more': 1,
      discriminator: { propertyName: 'd' },
    },
    { type: 'string' },
  ],
  [
    'alternatives, of which documents have overlapping ones',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'properties that only answers have',
    {
      type: 'object',
      properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      required: ['id', 'name'],
    },
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  ],
  [
    'a pattern that is none',
    { type: 'string', pattern: '(?P<a>x)' },
    { type: 'string', note: 'left out the pattern "(?P<a>x)", which is none in JavaScript' },
  ],
  [
    'a pattern that could take very long',
    { type: 'string', pattern: '^(a+)+$' },
    { type: 'string', note: 'left out the pattern "^(a+)+$", which could take very long on some texts' },
  ],
  [
    'a pattern that repeats a group of fixed length',
    { type: 'string', pattern: '^([+a]{4})*$' },
    { type: 'string', pattern: '^([+a]{4})*$' },
  ],
  [
    'nonsense among its keywords',
    { type: 'string', minLength: 'x', enum: 5, required: 'all', properties: [] },
    { type: 'string' },
  ],
])('OpenAPI 3.0: %s', async ([, schema, expected]) => {
  expect(await bodyOf(schema)).toEqual(expected);
});

test.for<[string, JsonObject, JsonObject]>([
  ['types in a list', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ['a numeric exclusive minimum', { exclusiveMinimum: 1, minimum: 1 }, { minimum: 1, exclusiveMinimum: 1 }],
  ['a constant', { const: 'a' }, { const: 'a' }],
  [
    'what stands beside a reference',
    { $ref: '#/components/schemas/A', description: 'one' },
    { description: 'one', $ref: '#/$defs/A', $defs: { A: { type: 'string' } } },
  ],
  ['$dynamicRef', { $dynamicRef: '#node' }, { left_out: 'its schema uses $dynamicRef, which is not read' }],
])('OpenAPI 3.1: %s', async ([, schema, expected]) => {
  expect(await bodyOf(schema, '3.1.0', { A: { type: 'string' } })).toEqual(expected);
});

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test('a schema that is referred to once stands where it is, the others stand once', async () => {
  const schema = { type: 'object', properties: { a: ref('Once'), b: ref('Twice'), c: ref('Twice') } };
  expect(await bodyOf(schema, '3.0.3', { Once: { type: 'string' }, Twice: { type: 'integer' } })).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, b: { $ref: '#/$defs/Twice' }, c: { $ref: '#/$defs/Twice' } },
    $defs: { Twice: { type: 'integer' } },
  });
});

test('a schema that comes back by its members is taken over', async () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: ref('Tree') } } };
  expect(await bodyOf(ref('Tree'), '3.0.3', { Tree: tree })).toMatchObject({ $ref: '#/$defs/Tree' });
});

test.for<[string, JsonObject]>([
  ['itself', { A: ref('A') }],
  ['another that is made of it', { A: { allOf: [ref('B')] }, B: { anyOf: [{ type: 'string' }, ref('A')] } }],
])('a schema that is made of %s is left out: validating by it would never end', async ([, components]) => {
  const { left_out } = await bodyOf(ref('A'), '3.0.3', components);
  expect(left_out).toMatch(/is made of itself, without end|refers to itself/);
});

test.for<[string, string, RegExp]>([
  ['another file', './other.yaml#/A', /outside of this file: bundle/],
  ['an address', 'https://evil.example/schema.json', /outside of this file: bundle/],
  ['what is not there', '#/components/schemas/Missing', /which is not there/],
  ['what every object has', '#/components/schemas/constructor', /which is not there/],
])('a reference to %s leaves the operation out, and nothing is fetched', async ([, $ref, why]) => {
  expect((await bodyOf({ type: 'object', properties: { a: { $ref } } })).left_out).toMatch(why);
});

test('names that differ in signs only are told apart', async () => {
  const both = { 'a b': { type: 'string' }, 'a/b': { type: 'integer' } };
  const schema = { type: 'array', items: { anyOf: [ref('a%20b'), ref('a%20b'), ref('a~1b'), ref('a~1b')] } };
  expect((await bodyOf(schema, '3.0.3', both)).$defs).toEqual({ a_b: { type: 'string' }, a_b_2: { type: 'integer' } });
});

test('what an imported intent refers to is found in the service’s own OpenAPI document', async () => {
  const payload = {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/Tree' } },
    $defs: { Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } } },
  };
  const target = {
    name: 'trees',
    kind: 'http',
    options: { base_url: 'http://127.0.0.1:9', intents: { 'tree.plant': { path: '/', payload } }, resource_types: {} },
  };
  const { origin } = await openTestService({ targets: [target] }, { kinds: ADAPTER_KINDS });
  const document = JSON.parse(await (await fetch(`${origin}/openapi.json`)).text());
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  expect(document.components.schemas['Payload.tree.plant'].properties.tree.$ref).toBe(
    '#/components/schemas/Payload.tree.plant/$defs/Tree',
  );
});
