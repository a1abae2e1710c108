import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readDocument } from '../../src/openapi/read-document.ts';
import { writeTarget } from '../../src/openapi/write-target.ts';
import { SECRET } from '../config/load-for-test.ts';
import { documentWith, importOperation, importText } from './import-text.ts';

const problemOf = async (text: string): Promise<string> => {
  const document = await readDocument(text);
  return 'problem' in document ? document.problem : 'none';
};

describe('a document that is none', () => {
  test.for([
    ['nothing', '', /no OpenAPI document/],
    ['a list', '[]', /no OpenAPI document/],
    ['text', 'hello', /no OpenAPI document/],
    ['neither JSON nor YAML', '{"openapi": "3.0.0",, }', /neither as JSON nor as YAML/],
    ['Swagger 2.0', '{"swagger": "2.0", "paths": {}}', /Swagger 2\.0, expected OpenAPI 3\.0 or 3\.1: convert it first/],
    ['of a version to come', 'openapi: 4.0.0', /found openapi: 4\.0\.0/],
    ['of no version', 'info: {}', /found no key openapi/],
    [
      'nested for ever',
      `{"openapi": "3.0.0", "a": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      /more than 200 levels deep/,
    ],
    ['YAML that holds itself', 'openapi: 3.0.0\na: &a\n  b: *a', /holds itself|neither/],
    ['YAML that multiplies', yamlBomb(), /neither as JSON nor as YAML|more than/],
    ['YAML with a number that JSON has not', 'openapi: 3.0.0\na: .nan', /JSON has not/],
  ] as const)('such as %s is refused with the reason', async ([, text, why]) => {
    expect(await problemOf(text)).toMatch(why);
  });

  test('is read all the same where only parts of it are wrong, and told of', async () => {
    const document = await readDocument('openapi: 3.0.0\ninfo: {}\npaths: { /a: { get: {} } }');
    expect(document).toMatchObject({ invalid: expect.arrayContaining([expect.stringContaining('title')]) });
  });
});

function yamlBomb(): string {
  const lines = ['openapi: 3.0.0', 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 10; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return lines.join('\n');
}

const get = (operation: JsonObject): JsonObject => ({ paths: { '/a': { get: { responses: {}, ...operation } } } });

describe('a hostile document', () => {
  test('pollutes nothing by its keys', async () => {
    const body =
      '{"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}';
    const text = documentWith({
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: {} } } } } } },
    });
    const { intents } = await importText(text.replace('"schema":{}', `"schema":${body}`));
    const [section] = intents.values();
    expect(JSON.stringify(section)).not.toContain('__proto__');
    expect(section?.payload).toMatchObject({
      properties: { body: { properties: { constructor: { type: 'string' } } } },
    });
    expect(Reflect.get({}, 'type')).toBeUndefined();
  });

  test.for(['#/constructor', '#/%63onstructor/prototype', '#/info/__proto__'])(
    'changes nothing of the language by a reference to %s',
    async ($ref) => {
      const before = Object.prototype.toString;
      const document = await readDocument(
        documentWith({ ...get({}), 'x-a': { $ref, prototype: { toString: { $ref: '#/info' } } } }),
      );
      expect(document).toMatchObject({ invalid: [expect.stringContaining('constructor or prototype')] });
      expect(Object.prototype.toString).toBe(before);
    },
  );

  test('reaches neither the environment nor a template by its texts', async () => {
    const evil = `\${HOME} {{ payload }} $\${HOME} # - : "'\u0007\r\nx: y`;
    const operation = {
      summary: evil,
      description: evil,
      parameters: [
        { name: evil, in: 'query', required: true, description: evil, schema: { type: 'string', enum: [evil] } },
        { name: '{{ principal }}', in: 'query', schema: { default: evil } },
      ],
    };
    const imported = await importText(documentWith({ ...get(operation), info: { title: evil, version: evil } }));
    const text = writeTarget(imported);
    const loaded = loadConfig({
      file: { name: 'a.yaml', text },
      env: { WAYBILL_SECRET: SECRET },
      kinds: ADAPTER_KINDS,
    });
    expect(loaded).not.toHaveProperty('problems');
    const [target] = 'settings' in loaded ? loaded.settings.targets : [];
    const sections = Object.values(Object(target?.options.intents));
    expect(sections).toMatchObject([
      {
        payload: { properties: expect.objectContaining({ principal: { default: evil } }) },
        query: { [evil]: expect.any(String) },
      },
    ]);
    const [{ payload, example }] = sections as [{ payload: { properties: object }; example: { payload: object } }]; // `as`: matched above
    expect(Object.values(payload.properties)[0]).toMatchObject({ enum: [evil] });
    expect(Object.values(example.payload)).toEqual([evil]);
  });

  test('of many operations is read in time', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`/a${index}`, { get: { operationId: 'same', responses: {} } }]),
    );
    const { intents } = await importText(documentWith({ paths }), { operations: ['same'] });
    expect(intents.size).toBe(2000);
  });

  test('whose schemas refer to everything is left out', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `S${index}`,
        { properties: { next: { $ref: `#/components/schemas/S${index + 1}` } } },
      ]),
    );
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    const section = await importOperation({ requestBody: { content } }, { more: { components: { schemas } } });
    expect(section.left_out).toContain('more than 200 others');
  });
});
