import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { publishedSchemas } from '../../scripts/published-schemas.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';

const FOLDER = join(import.meta.dirname, '../../contracts/schemas');

test('the published schemas are those of the contracts (else run: npm run schemas)', () => {
  const published = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
  expect(Object.fromEntries(published)).toEqual(Object.fromEntries(publishedSchemas()));
});

test.for([...publishedSchemas()])('%s is JSON Schema 2020-12 with an id and a title', ([name, text]) => {
  const schema = JSON.parse(text);
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:waybill:schema:2.0:${name.replace('.json', '')}`,
    title: expect.any(String),
  });
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  expect(() => ajv.compile(schema)).not.toThrow();
});

/** Every schema below one that restricts text by a regular expression and does not say it in words. */
function wordlessPatterns(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const parts = Object.entries(schema);
  const isWordless = 'pattern' in schema && typeof schema.pattern === 'string' && !('description' in schema);
  return [...(isWordless ? [path] : []), ...parts.flatMap(([key, part]) => wordlessPatterns(part, `${path}/${key}`))];
}

test('every text that must match a regular expression is described, as messages say the description instead', () => {
  const published = [...publishedSchemas()].flatMap(([name, text]) => wordlessPatterns(JSON.parse(text), name));
  const adapters = [...ADAPTER_KINDS].flatMap(([name, { options }]) => wordlessPatterns(options, name));
  expect([...published, ...adapters]).toEqual([]);
});
