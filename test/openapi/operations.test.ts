import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { documentWith, importOperation, importText } from './import-text.ts';

const parameter = (name: string, place: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: place,
  schema: { type: 'string' },
  ...(place === 'path' && { required: true }),
  ...more,
});

describe('the path of an operation', () => {
  test.for<[string, readonly string[], string]>([
    ['/parcels/{id}', ['id'], '/parcels/{{ payload.id }}'],
    ['/parcels/{parcel-id}.json', ['parcel-id'], '/parcels/{{ payload.parcel_id }}.json'],
    ['/a/{in}', ['in'], '/a/{{ payload["in"] }}'],
    ['/a/{1st}/{a-b}/{a.b}', ['1st', 'a-b', 'a.b'], '/a/{{ payload._1st }}/{{ payload.a_b }}/{{ payload.path_a_b }}'],
    ['/ä b/%41/{x}', ['x'], '/%C3%A4%20b/%41/{{ payload.x }}'],
    [`/a/\${HOME}/{x}`, ['HOME', 'x'], `/a/\${{ payload.HOME }}/{{ payload.x }}`],
  ])('%s becomes a template', async ([path, names, template]) => {
    const parameters = names.map((name) => parameter(name, 'path'));
    expect(await importOperation({ parameters }, { path })).toMatchObject({ path: template });
  });

  test.for<[string, readonly string[], RegExp]>([
    ['/a/{x}', [], /\{x\}, which is no parameter/],
    ['/a', ['x'], /no place for the parameter x/],
    ['/a/../{x}', ['x'], /a segment \. or \.\./],
    ['/a/%2e%2E/{x}', ['x'], /a segment \. or \.\./],
    ['/a/{{x}}', ['x'], /braces that enclose no parameter/],
    ['/a?b={x}', ['x'], /more than a path/],
    ['/a#{x}', ['x'], /more than a path/],
    ['/a\r\nHost: b/{x}', ['x'], /more than a path/],
  ])('%s is left out', async ([path, names, why]) => {
    const parameters = names.map((name) => parameter(name, 'path'));
    expect((await importOperation({ parameters }, { path })).left_out).toMatch(why);
  });
});

describe('the parameters of an operation', () => {
  test('stand in the payload by names that expressions can use, and are sent by their own', async () => {
    const parameters = [
      parameter('page', 'query', { schema: { type: 'integer' } }),
      parameter('filter[state]', 'query', { required: true }),
      parameter('X-Trace', 'header'),
      parameter('page', 'header'),
      parameter('body', 'query'),
    ];
    const section = await importOperation({ parameters });
    expect(section).toMatchObject({
      query: {
        page: '{{ payload.?page }}',
        'filter[state]': '{{ payload.filter_state }}',
        body: '{{ payload.?query_body }}',
      },
      headers: { 'X-Trace': '{{ payload.?x_trace }}', page: '{{ payload.?header_page }}' },
      payload: { required: ['filter_state'], additionalProperties: false },
    });
  });

  test('of the operation win over those of its path', async () => {
    const { intents } = await importText(
      documentWith({
        paths: {
          '/a': {
            parameters: [parameter('n', 'query', { schema: { type: 'string' } }), parameter('m', 'query')],
            get: { operationId: 'a', parameters: [parameter('n', 'query', { schema: { type: 'integer' } })] },
          },
        },
      }),
    );
    const [section] = intents.values();
    expect(section?.payload).toMatchObject({ properties: { n: { type: 'integer' }, m: { type: 'string' } } });
  });

  test.for<[string, JsonObject, string]>([
    ['a cookie', parameter('sid', 'cookie'), 'is a cookie'],
    ['an object', parameter('o', 'query', { style: 'deepObject', schema: { type: 'object' } }), 'deepObject'],
    [
      'a list in one value',
      parameter('l', 'query', { explode: false, schema: { type: 'array' } }),
      'a list in one value',
    ],
    ['a list in a header', parameter('l', 'header', { schema: { type: 'array' } }), 'is a list'],
    ['JSON', { name: 'j', in: 'query', content: { 'application/json': {} } }, 'a document of its own'],
    ['of a place unheard of', parameter('q', 'somewhere'), 'no known place'],
  ])('that are %s are left out and told of; a needed one leaves the operation out', async ([, written, why]) => {
    const optional = await importOperation({ parameters: [written] });
    expect(String(optional.notes)).toContain(why);
    const needed = await importOperation({ parameters: [{ ...written, required: true }] });
    expect(needed.left_out).toContain(why);
  });

  test('do not include the headers that OpenAPI says are none', async () => {
    const parameters = ['Accept', 'Content-Type', 'authorization'].map((name) =>
      parameter(name, 'header', { required: true }),
    );
    expect(await importOperation({ parameters })).not.toHaveProperty('headers');
  });
});

describe('the body of an operation', () => {
  const json = (schema: JsonObject, more: JsonObject = {}) => ({
    requestBody: { content: { 'application/json': { schema } }, ...more },
  });

  test('is JSON under its own name, and left out where the caller leaves it out', async () => {
    expect(await importOperation(json({ type: 'array' }))).toMatchObject({ body: '{{ payload.?body }}' });
    expect(await importOperation(json({ type: 'array' }, { required: true }))).toMatchObject({
      body: '{{ payload.body }}',
      payload: { required: ['body'] },
    });
  });

  test('is needed where its members are, whatever the document says of it as a whole', async () => {
    const section = await importOperation(json({ type: 'object', properties: { a: {} }, required: ['a'] }));
    expect(section).toMatchObject({ payload: { required: ['body'] } });
  });

  test('says which JSON it is', async () => {
    const section = await importOperation({
      requestBody: { content: { 'application/vnd.parcel+json': { schema: {} } } },
    });
    expect(section).toMatchObject({ headers: { 'content-type': 'application/vnd.parcel+json' } });
  });

  test('may be a form, whose nested fields are left out', async () => {
    const schema = {
      type: 'object',
      properties: { 'a-b': { type: 'string' }, c: { type: 'object' }, d: { type: 'array', items: { type: 'string' } } },
      required: ['a-b'],
    };
    const section = await importOperation({
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    });
    expect(section).toMatchObject({
      form: { 'a-b': '{{ payload.body["a-b"] }}', d: '{{ payload.body.?d }}' },
      payload: { properties: { body: { required: ['a-b'], additionalProperties: false } } },
    });
    expect(String(section.notes)).toContain('the field c of its form, as it is nested');
  });

  test('of a GET is left out, and the operation with it where it is needed', async () => {
    const optional = await importOperation(json({ type: 'object' }), { method: 'get' });
    expect(optional).not.toHaveProperty('body');
    expect(String(optional.notes)).toContain('its body, as a GET has none');
    const needed = await importOperation(json({}, { required: true }), { method: 'get' });
    expect(needed.left_out).toBe('it needs a body, and a GET has none');
  });

  test('of another kind is left out, and the operation with it where it is needed', async () => {
    const content = { 'multipart/form-data': { schema: {} } };
    expect(String((await importOperation({ requestBody: { content } })).notes)).toContain('multipart/form-data');
    expect((await importOperation({ requestBody: { content, required: true } })).left_out).toContain(
      'only JSON and forms',
    );
  });
});

test.for([
  ['get', 'read'],
  ['head', 'read'],
  ['put', 'idempotent'],
  ['delete', 'idempotent'],
  ['post', 'unsafe'],
  ['patch', 'unsafe'],
])('the effect of %s is %s', async ([method = '', effect]) => {
  expect(await importOperation({}, { method })).toMatchObject({ effect, method: method.toUpperCase() });
});

test.for(['options', 'trace'])('an operation of method %s is left out', async (method) => {
  expect((await importOperation({}, { method })).left_out).toContain('is not sent');
});

test('intents are named by their operations, and told apart where two come to the same', async () => {
  const paths = {
    '/a': { get: { operationId: 'pets/listAll' }, post: { operationId: 'pets-list-all' } },
    '/pets/{petId}': { get: { parameters: [parameter('petId', 'path')] } },
  };
  const { intents, notes } = await importText(documentWith({ paths }), { target: 'zoo' });
  expect([...intents.keys()]).toEqual(['zoo.pets_list_all', 'zoo.pets_list_all_2', 'zoo.get_pets_by_pet_id']);
  expect(notes.map(({ why }) => why)).toContain(
    'zoo.pets_list_all is taken already, so that it has a number behind it',
  );
});

test('an example is what the document gives where that fits, else made to fit', async () => {
  const schema = {
    type: 'object',
    properties: { size: { type: 'string', enum: ['S', 'L'] }, at: { type: 'string', format: 'date' } },
    required: ['size', 'at'],
  };
  const given = { content: { 'application/json': { schema, example: { size: 'L', at: '2026-02-03' } } } };
  const wrong = { content: { 'application/json': { schema, examples: { bad: { value: { size: 'XXL' } } } } } };
  expect((await importOperation({ requestBody: given })).example).toEqual({
    payload: { body: { size: 'L', at: '2026-02-03' } },
  });
  expect((await importOperation({ requestBody: wrong })).example).toEqual({
    payload: { body: { size: 'S', at: '2026-01-31' } },
  });
});

test('of a result the names and types are described, and nothing is required', async () => {
  const schema = {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: {
      id: { type: 'integer', minimum: 1, description: 'Its number.' },
      state: { type: 'string', enum: ['open'] },
      owner: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    },
  };
  const responses = {
    404: {},
    201: { content: { 'application/json; charset=utf-8': { schema: { allOf: [schema] } } } },
  };
  expect((await importOperation({ responses })).result).toEqual({
    type: ['object', 'null'],
    properties: {
      id: { description: 'Its number.', type: ['integer', 'null'] },
      state: { type: ['string', 'null'] },
      owner: { type: ['object', 'null'] },
      either: {},
    },
  });
});
