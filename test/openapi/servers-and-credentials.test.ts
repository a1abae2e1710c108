import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { importOpenApi } from '../../src/openapi/import-openapi.ts';
import { readDocument } from '../../src/openapi/read-document.ts';
import { writeTarget } from '../../src/openapi/write-target.ts';
import { documentWith, importText } from './import-text.ts';

const OPERATION = { paths: { '/a': { get: { operationId: 'look', responses: {} } } } };

describe('the address of the upstream', () => {
  test.for<[string, readonly JsonObject[], string]>([
    [
      'is the first of the document',
      [{ url: 'https://a.example/v1/' }, { url: 'https://b.example' }],
      'https://a.example/v1',
    ],
    [
      'has the defaults of its variables',
      [
        {
          url: 'https://{region}.a.example:{port}/{base}',
          variables: { region: { default: 'eu' }, port: { default: '8443' }, base: { default: 'v2' } },
        },
      ],
      'https://eu.a.example:8443/v2',
    ],
  ])('%s', async ([, servers, expected]) => {
    const { connection } = await importText(documentWith({ ...OPERATION, servers }));
    expect(connection.base_url).toBe(expected);
  });

  test.for<[string, readonly JsonObject[], string]>([
    ['relative', [{ url: '/api/v3' }], '"/api/v3", which is no whole address'],
    ['without a default', [{ url: 'https://{host}/' }], 'no whole address'],
    ['with a password in it', [{ url: 'https://a:b@a.example' }], 'more than a host and a path'],
    ['not there', [], 'names no server'],
  ])('that is %s has to be said', async ([, servers, why]) => {
    const document = await readDocument(documentWith({ ...OPERATION, servers }));
    if ('problem' in document) throw new Error(document.problem);
    const imported = importOpenApi(document, { tags: [], operations: [] });
    expect('problem' in imported && imported.problem).toContain(why);
    expect('problem' in imported && imported.problem).toContain('--base-url');
    const said = importOpenApi(document, { tags: [], operations: [], baseUrl: 'http://127.0.0.1:1/x/' });
    expect(said).toMatchObject({ connection: { base_url: 'http://127.0.0.1:1/x' } });
  });

  test('is that of most operations; the others are left out', async () => {
    const paths = {
      '/a': { get: { responses: {} }, servers: [{ url: 'https://one.example' }] },
      '/b': { get: { responses: {}, servers: [{ url: 'https://two.example' }] } },
      '/c': { get: { responses: {} }, servers: [{ url: 'https://one.example' }] },
    };
    const { connection, leftOut } = await importText(documentWith({ paths }));
    expect(connection.base_url).toBe('https://one.example');
    expect(leftOut).toEqual([{ what: 'GET /b', why: expect.stringContaining('served at https://two.example') }]);
  });
});

describe('the credentials of a target', () => {
  const importScheme = (scheme: JsonObject) =>
    importText(
      documentWith({ ...OPERATION, security: [{ main: [] }], components: { securitySchemes: { main: scheme } } }),
    );

  test.for<[string, JsonObject, JsonObject, readonly string[]]>([
    [
      'basic',
      { type: 'http', scheme: 'Basic' },
      { type: 'basic', username: '$PARCELS_USERNAME', password: '$PARCELS_PASSWORD' },
      ['PARCELS_USERNAME', 'PARCELS_PASSWORD'],
    ],
    ['bearer', { type: 'http', scheme: 'bearer' }, { type: 'bearer', token: '$PARCELS_TOKEN' }, ['PARCELS_TOKEN']],
    [
      'a header',
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { type: 'header', name: 'X-Key', value: '$PARCELS_API_KEY' },
      ['PARCELS_API_KEY'],
    ],
    [
      'client credentials',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: '' } } } },
      {
        type: 'oauth2_client_credentials',
        token_url: 'https://parcels.example/token',
        client_id: '$PARCELS_CLIENT_ID',
        client_secret: '$PARCELS_CLIENT_SECRET',
      },
      ['PARCELS_CLIENT_ID', 'PARCELS_CLIENT_SECRET'],
    ],
    [
      'a cookie',
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { type: 'header', name: 'Cookie', value: 'sid=$PARCELS_API_KEY' },
      ['PARCELS_API_KEY'],
    ],
    [
      'tokens that anybody could read on their way',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://login.example/t' } } },
      { type: 'bearer', token: '$PARCELS_TOKEN' },
      ['PARCELS_TOKEN'],
    ],
    [
      'a flow that needs a person',
      { type: 'oauth2', flows: { authorizationCode: {} } },
      { type: 'bearer', token: '$PARCELS_TOKEN' },
      ['PARCELS_TOKEN'],
    ],
  ])('come from the environment: %s', async ([, scheme, auth, names]) => {
    const imported = await importScheme(scheme);
    const expected = JSON.parse(JSON.stringify(auth).replaceAll(/\$(\w+)/g, `\${$1}`));
    expect(imported.connection.auth).toEqual(expected);
    expect([...imported.variables.keys()]).toEqual(names);
  });

  test('that belong into the query go along with every request', async () => {
    const imported = await importScheme({ type: 'apiKey', in: 'query', name: 'key' });
    expect(imported.connection).not.toHaveProperty('auth');
    expect(writeTarget(imported)).toContain(`query:\n          key: "\${PARCELS_API_KEY}"`);
  });

  test.for<[string, JsonObject]>([
    ['mutual TLS', { type: 'mutualTLS' }],
    ['a digest', { type: 'http', scheme: 'digest' }],
    ['a key without a name', { type: 'apiKey', in: 'header' }],
  ])('that are %s leave the operation out', async ([, scheme]) => {
    const { intents, leftOut } = await importScheme(scheme);
    expect(intents.size).toBe(0);
    expect(leftOut).toEqual([{ what: 'GET /a', why: expect.stringContaining('it is called with main') }]);
  });

  test('are none where the document does not describe them', async () => {
    const { intents, notes } = await importText(documentWith({ ...OPERATION, security: [{ missing: [] }] }));
    expect(intents.size).toBe(1);
    expect(notes.map(({ why }) => why)).toEqual([expect.stringContaining('describes no credentials')]);
  });

  test('may be two keys that go together', async () => {
    const key = (name: string) => ({ type: 'apiKey', in: 'header', name });
    const security = [{ api: [], app: [] }];
    const { connection } = await importText(
      documentWith({
        ...OPERATION,
        security,
        components: { securitySchemes: { api: key('X-Api'), app: key('X-App') } },
      }),
    );
    expect(connection.headers).toEqual({ 'X-Api': `\${PARCELS_API}`, 'X-App': `\${PARCELS_APP}` });
  });

  test('are told of where they go to another host, or where an operation needs none', async () => {
    const scheme = {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://login.example/t', scopes: {} } },
    };
    const paths = {
      '/a': { get: { operationId: 'free', security: [], responses: {} } },
      '/b': { get: { responses: {} } },
    };
    const { notes } = await importText(
      documentWith({ paths, security: [{ main: [] }], components: { securitySchemes: { main: scheme } } }),
    );
    expect(notes.map(({ why }) => why)).toEqual([
      'tokens come from https://login.example, which gets the secret',
      expect.stringContaining('free needs no credentials'),
    ]);
  });

  test('are never a number by mistake', async () => {
    const text = writeTarget(await importScheme({ type: 'http', scheme: 'bearer' }));
    expect(text).toContain(`token: "\${PARCELS_TOKEN}"`);
  });
});
