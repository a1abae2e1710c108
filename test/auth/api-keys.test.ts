import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { exchange, type Sent } from '../http/exchange.ts';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { exchangeRaw } from '../http/raw-socket.ts';
import { readAnswer } from '../http/read-answer.ts';
import { send } from '../http/send.ts';
import { testSettings } from '../open-test-service.ts';
import { apiKey, apiKeys, bearer, keyOf } from './auth-settings.ts';

const closeLater = closeAfterAll();
let lab: OpenLab;

beforeAll(async () => {
  const auth = apiKeys(
    apiKey('alice', { may: ['explain'] }),
    apiKey('bob', { intents: ['lab.read', 'system.*'], domains: ['login-*'], targets: ['lab'] }),
    apiKey('carol', { intents: [] }),
  );
  lab = await startLab(auth);
  await closeLater(Promise.resolve(lab.service));
});

const good = (principal: string, key = 'lab.act', domain = 'login-flow') =>
  lab.good.request(key, { principal, domain });
const post = (sent: Sent) => exchange(lab.service.origin, sent);

/** Every path that takes a body, and one that takes none. */
const PATHS = ['/mcp/v2', '/mcp', '/mcp/polling', '/mcp/v2/contexts', '/mcp/v2/explain', '/nothing/here'];

test('a hash of nothing, or of a word, lets nobody in', async () => {
  const keys = ['', 'secret'].map((text, index) => ({ ...apiKey(`caller${index}`), sha256: hash('sha256', text) }));
  const { service } = await openLab(apiKeys(...keys));
  const upgrade = 'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  for (const offered of ['mcp-v2, bearer.', 'mcp-v2, bearer.secret']) {
    const { status } = await exchangeRaw(service.origin, `${upgrade}${key}Sec-WebSocket-Protocol: ${offered}\r\n\r\n`);
    expect(status).toBe(401);
  }
  const named = await exchange(service.origin, { body: {}, headers: bearer('secret') });
  expect(named.status).toBe(401);
});

describe('a caller with a key', () => {
  test('is served as its principal, at once and by name in the log', async () => {
    const { outcome, trace_id } = await send(lab.service.origin, good('alice'), { headers: bearer(keyOf('alice')) });
    expect(outcome.status).toBe('fulfilled');
    expect(lab.service.log().find((line) => line.trace_id === trace_id)).toMatchObject({ principal: 'alice' });
  });

  test.for(['bearer', 'BEARER', 'Bearer  '])('may write the scheme as it likes: %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${keyOf('alice')}` };
    expect((await send(lab.service.origin, good('alice'), { headers })).status).toBe(200);
  });

  test('can not use a context id of another principal', async () => {
    const { status, outcome } = await send(lab.service.origin, good('bob'), { headers: bearer(keyOf('alice')) });
    expect(status).toBe(403);
    expect(outcome.error?.code).toBe('context_hash_mismatch');
  });

  test('is minted ids of its own', async () => {
    const minted = await post({
      path: '/mcp/v2/contexts',
      headers: bearer(keyOf('alice')),
      body: { domain: 'login-flow', business_key: 'user_1' },
    });
    const { id } = JSON.parse(minted.text).contexts[0];
    const body = { ...good('alice'), context: { id, business_key: 'user_1' } };
    expect((await send(lab.service.origin, body, { headers: bearer(keyOf('alice')) })).status).toBe(200);
    const other = await send(
      lab.service.origin,
      { ...body, intent: { type: 'lab', sub_type: 'read' } },
      { headers: bearer(keyOf('bob')) },
    );
    expect(other.outcome.error?.code).toBe('context_hash_mismatch');
  });
});

describe('what a key does not grant', () => {
  test.for([
    { path: '/mcp/v2', intents: ['system.*'], status: 403 },
    { path: '/mcp/v2', intents: ['system.*', 'lab.read'], status: 200 },
    { path: '/mcp/v2/explain', intents: ['system.*'], would: 'refuse' },
    { path: '/mcp/v2/explain', intents: ['system.*', 'lab.read'], would: 'act' },
  ])('is the state of resources of a target at which nothing is granted: $path with $intents', async (row) => {
    const { service, lab, good } = await openLab(apiKeys(apiKey('dave', { intents: row.intents, may: ['explain'] })));
    const resources = [{ type: 'lever', identifier: 'left', state: 'on' }];
    const body = { ...good.request('system.echo', { principal: 'dave' }), resources };
    const received = await exchange(service.origin, { path: row.path, headers: bearer(keyOf('dave')), body });
    const isRefused = row.status === 403 || row.would === 'refuse';
    expect(received.status).toBe(row.status ?? 200);
    expect(JSON.parse(received.text).would).toBe(row.would);
    expect(received.text.includes('may do nothing at the target lab')).toBe(isRefused);
    expect(lab.looks).toEqual(isRefused ? [] : ['left']);
  });

  test.for([
    ['bob', 'lab.act', 'login-flow', 'may not do lab.act', 'intent'],
    ['bob', 'lab.read', 'checkout', 'in the context domain checkout', 'context.id'],
    ['bob', 'system.echo', 'login-flow', 'at the target system', 'intent'],
    ['carol', 'lab.read', 'login-flow', 'may not do lab.read', 'intent'],
  ] as const)('is forbidden to %s: %s in %s', async ([id, intent, domain, says, field]) => {
    const actsBefore = lab.lab.acts.length;
    const { status, outcome } = await send(lab.service.origin, good(id, intent, domain), {
      headers: bearer(keyOf(id)),
    });
    expect(status).toBe(403);
    expect(outcome.error).toMatchObject({ code: 'forbidden', field, message: expect.stringContaining(says) });
    expect(lab.lab.acts).toHaveLength(actsBefore);
  });

  test('leaves what it grants', async () => {
    const { status } = await send(lab.service.origin, good('bob', 'lab.read'), { headers: bearer(keyOf('bob')) });
    expect(status).toBe(200);
  });

  test('is not explained to whoever may not ask, and without looking at resources to whoever may not act', async () => {
    const body = { ...good('bob', 'lab.pull'), resources: [{ type: 'lever', identifier: 'x', state: 'on' }] };
    const denied = await post({ path: '/mcp/v2/explain', headers: bearer(keyOf('bob')), body });
    expect(denied.status).toBe(403);
    expect(readAnswer(denied).outcome.error).toMatchObject({
      code: 'forbidden',
      message: 'This caller may not explain',
    });
  });
});

describe('a request that does not prove who calls', () => {
  const ROWS: readonly { because: string; headers: Record<string, string>; says: string; challenge?: string }[] = [
    { because: 'no token', headers: {}, says: 'does not say who calls' },
    { because: 'a key in another header', headers: { 'x-api-key': keyOf('alice') }, says: 'does not say who calls' },
    { because: 'another scheme', headers: { authorization: 'Basic YWxpY2U6eA==' }, says: 'not of the form' },
    { because: 'no scheme', headers: { authorization: keyOf('alice') }, says: 'not of the form' },
    { because: 'an empty token', headers: { authorization: 'Bearer ' }, says: 'not of the form' },
    { because: 'a token of two words', headers: { authorization: 'Bearer a b' }, says: 'not of the form' },
    { because: 'a token with quotes', headers: { authorization: 'Bearer "a"' }, says: 'not of the form' },
    {
      because: 'a key with one letter less',
      headers: bearer(keyOf('alice').slice(0, -1)),
      says: 'not one of this service',
    },
    { because: 'a key with one letter more', headers: bearer(`${keyOf('alice')}A`), says: 'not one of this service' },
    { because: 'a key in capitals', headers: bearer(keyOf('alice').toUpperCase()), says: 'no API key' },
    { because: 'the hash of a key', headers: bearer(apiKey('alice').sha256), says: 'no API key' },
    { because: 'the id of a key', headers: bearer('alice'), says: 'no API key' },
    { because: 'a name of every object', headers: bearer('__proto__'), says: 'no API key' },
    { because: 'a very long token', headers: bearer('a'.repeat(12_000)), says: 'no API key' },
  ];

  test.for(ROWS)('is refused at every path: $because', async ({ headers, says }) => {
    for (const path of PATHS) {
      const received = await post({ path, headers, body: good('alice') });
      const { outcome } = readAnswer(received);
      expect([path, received.status]).toEqual([path, 401]);
      expect(outcome).toMatchObject({ status: 'rejected', effect: 'none' });
      expect(outcome.error).toMatchObject({ code: 'unauthenticated', field: 'Authorization' });
      expect(`${outcome.error?.message} ${outcome.error?.hint}`).toContain(says);
      const challenge = received.headers['www-authenticate'];
      expect(challenge).toMatch(/^Bearer realm="waybill"(, error="invalid_token", error_description="[^"\\]+")?$/);
      expect(challenge?.includes('invalid_token')).toBe('authorization' in headers);
    }
  });

  test('is refused before its body is read', async () => {
    const lines = [
      'POST /mcp/v2 HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 5000',
    ];
    const received = await exchangeRaw(
      lab.service.origin,
      [...lines, 'Connection: close', '', '{"half":'].join('\r\n'),
    );
    expect(received.status).toBe(401);
  });

  test('is refused where it says it twice: a gateway may have looked at the other one', async () => {
    const text = JSON.stringify(good('alice'));
    const lines = ['POST /mcp/v2 HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    const tokens = [`Authorization: Bearer ${keyOf('alice')}`, `authorization: Bearer ${keyOf('bob')}`];
    const received = await exchangeRaw(
      lab.service.origin,
      [...lines, ...tokens, `Content-Length: ${text.length}`, 'Connection: close', '', text].join('\r\n'),
    );
    expect(received.status).toBe(401);
    expect(readAnswer(received).outcome.error?.message).toContain('More than one token');
  });

  test.for(['access_token', 'token', 'api_key', 'Access_Token', 'acc%65ss_token'])(
    'is refused with a token in the address, which reaches no log: ?%s=',
    async (name) => {
      const secret = `${keyOf('alice')}-in-address`;
      for (const path of ['/mcp/v2', '/mcp/polling', '/livez', '/docs', '/metrics', '/mcp', '/nothing']) {
        const method = path.startsWith('/mcp/') ? 'POST' : 'GET';
        const received = await post({ method, path: `${path}?x=1&${name}=${secret}`, headers: bearer(keyOf('alice')) });
        expect([path, received.status]).toEqual([path, 401]);
        expect(readAnswer(received).outcome.error?.hint).toContain('Authorization: Bearer TOKEN');
      }
      expect(JSON.stringify(lab.service.log()).includes('-in-address')).toBe(false);
    },
  );

  test('may read what says how to connect, and whether the service lives', async () => {
    for (const path of [
      '/livez',
      '/readyz',
      '/metrics',
      '/mcp',
      '/docs',
      '/docs/page.css',
      '/openapi.json',
      '/asyncapi.json',
      '/demo/',
    ]) {
      expect([path, (await post({ method: 'GET', path })).status]).toEqual([path, 200]);
    }
    // No receipts are given there: it is not found, and nobody was asked for a key.
    expect((await post({ method: 'GET', path: '/.well-known/jwks.json' })).status).toBe(404);
    expect((await post({ method: 'GET', path: '/mcp/polling/x' })).status).toBe(401);
  });

  test('is told so in a page of another origin, too, which may ask before whether it may send the header', async () => {
    const listen = { ...testSettings().listen, allowedOrigins: ['https://app.example'] };
    const { service, good } = await openLab({ ...apiKeys(apiKey('alice')), listen });
    const origin = { origin: 'https://app.example' };
    const preflight = await exchange(service.origin, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    const body = good.request('lab.act', { principal: 'alice' });
    const refused = await exchange(service.origin, { headers: origin, body });
    expect(refused.status).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    const taken = await exchange(service.origin, { headers: { ...origin, ...bearer(keyOf('alice')) }, body });
    expect(taken.status).toBe(200);
  });

  test('never has a token in the log', async () => {
    for (const id of ['alice', 'bob', 'carol']) {
      expect(JSON.stringify(lab.service.log()).includes(keyOf(id).slice(4, 20))).toBe(false);
    }
  });
});
