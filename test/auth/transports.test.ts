import { beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { exchange } from '../http/exchange.ts';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { readAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';
import type { Came, Driver } from '../matrix/drivers/driver.ts';
import { HTTP, MCP } from '../matrix/drivers/http.ts';
import { POLLING } from '../matrix/drivers/polling.ts';
import { SSE } from '../matrix/drivers/sse.ts';
import { WEBSOCKET } from '../matrix/drivers/websocket.ts';
import { testSettings } from '../open-test-service.ts';
import { poll } from '../polling/poll.ts';
import { apiKey, apiKeys, bearer, keyOf } from './auth-settings.ts';
import { createSigningKey, type Issuer, jwtOf, openIssuer } from './open-issuer.ts';

const closeLater = closeAfterAll();
const V1 = { domain: 'v1', actions: new Map([['echo', { intent: 'system.echo' }]]) };
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const now = () => Math.floor(Date.now() / 1000);

let issuer: Issuer;
let byKey: OpenLab;
let byToken: OpenLab;

beforeAll(async () => {
  issuer = await closeLater(openIssuer());
  byKey = await startLab({ ...apiKeys(apiKey('alice'), apiKey('bob', { intents: ['lab.read'] })), v1: V1 });
  await closeLater(Promise.resolve(byKey.service));
  byToken = await startLab({ ...jwtOf(issuer), v1: V1 });
  await closeLater(Promise.resolve(byToken.service));
});

/** An action of the old style, which says neither who calls nor a context of its own. */
const OLD_STYLE: Driver = {
  name: 'v1',
  transport: () => 'v1',
  cancels: false,
  start: (origin, { headers = {} }) => ({
    came: exchange(origin, { path: '/mcp/v1', headers, body: { session_id: 's', action: 'echo' } }).then(
      ({ status, headers: received, text }): Came => ({ v1: JSON.parse(text), http: status, headers: received }),
    ),
    leave: () => {},
  }),
};

const DRIVERS = [HTTP, MCP, SSE, WEBSOCKET, POLLING, OLD_STYLE];

interface Row {
  readonly because: string;
  readonly at: () => OpenLab;
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>;
  /** Whether the caller is let in. */
  readonly isGood: boolean;
}

const key = (because: string, isGood: boolean, headers: Record<string, string>): Row => ({
  because,
  isGood,
  at: () => byKey,
  headers: () => headers,
});

const token = (
  because: string,
  isGood: boolean,
  wishes: () => Parameters<Issuer['token']>[0] | Promise<Parameters<Issuer['token']>[0]>,
): Row => ({
  because,
  isGood,
  at: () => byToken,
  headers: async () => bearer(await issuer.token(await wishes())),
});

const ROWS: readonly Row[] = [
  key('the right key', true, bearer(keyOf('alice'))),
  key('a wrong key', false, bearer(keyOf('mallory'))),
  key('no key', false, {}),
  key('a malformed header', false, { authorization: `Token ${keyOf('alice')}` }),
  token('a good token', true, () => ({})),
  token('an expired token', false, () => ({ claims: { exp: now() - 1 } })),
  token('a token that is not valid yet', false, () => ({ claims: { nbf: now() + 60 } })),
  token('a token of another audience', false, () => ({ claims: { aud: 'other' } })),
  token('a token of another issuer', false, () => ({ claims: { iss: 'https://evil.example' } })),
  token('a token of another key', false, async () => ({ key: await createSigningKey('first') })),
  token('a token of an unknown key', false, async () => ({ key: await createSigningKey('made-up') })),
  {
    because: 'a token without signature',
    isGood: false,
    at: () => byToken,
    headers: async () => {
      const [, claims] = (await issuer.token()).split('.');
      return bearer(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`);
    },
  },
];

async function start(driver: Driver, { at, headers }: Row, principal = 'alice', intent = 'lab.act'): Promise<Came> {
  const { service, good } = at();
  const body = { ...good.request(intent, { principal }), payload: {} };
  const streaming = { ...body, client_capabilities: { ...body.client_capabilities, supports_streaming: true } };
  return driver.start(service.origin, { body: streaming, headers: await headers() }, TRACEPARENT).came;
}

describe.for(DRIVERS)('over $name', (driver) => {
  test.for(ROWS.filter(({ isGood }) => isGood))('$because lets in', async (row) => {
    const { answer, v1 } = await start(driver, row);
    expect(answer?.outcome.status ?? v1?.success).toBe(v1 === undefined ? 'fulfilled' : true);
  });

  test.for(ROWS.filter(({ isGood }) => !isGood))('$because does not', async (row) => {
    const actsBefore = row.at().lab.acts.length;
    if (driver === WEBSOCKET) {
      await expect(start(driver, row)).rejects.toThrow('Unexpected server response: 401');
    } else {
      const { answer, v1, http, headers } = await start(driver, row);
      expect(http).toBe(401);
      expect(headers?.['www-authenticate']).toMatch(/^Bearer realm="waybill"/);
      expect(answer?.outcome.error?.code ?? v1?.error?.code).toBe('unauthenticated');
    }
    expect(row.at().lab.acts).toHaveLength(actsBefore);
  });
});

describe.for(DRIVERS.filter((driver) => driver !== OLD_STYLE))('over $name', (driver) => {
  test('what was not granted is forbidden', async () => {
    const row = key('', true, bearer(keyOf('bob')));
    expect((await start(driver, row, 'bob')).answer?.outcome.error?.code).toBe('forbidden');
    expect((await start(driver, row, 'bob', 'lab.read')).answer?.outcome.status).toBe('fulfilled');
  });

  test("another principal's context id does not match", async () => {
    const row = key('', true, bearer(keyOf('alice')));
    expect((await start(driver, row, 'bob')).answer?.outcome.error?.code).toBe('context_hash_mismatch');
  });
});

describe('an action of the old style', () => {
  test('may do no more than its caller', async () => {
    const body = { session_id: 's', action: 'echo' };
    const received = await exchange(byKey.service.origin, { path: '/mcp/v1', headers: bearer(keyOf('bob')), body });
    expect(received.status).toBe(403);
    expect(JSON.parse(received.text).error.code).toBe('forbidden');
  });
});

describe('an exchange that is polled for', () => {
  const internal = { listen: { ...testSettings().listen, internal: { host: '127.0.0.1', port: 0 } } };
  const limits = { ...testSettings().limits, shutdownMs: 300 };

  test('is found by its principal only, at every replica, and by nobody without a key', async () => {
    const keys = apiKeys(apiKey('alice'), apiKey('bob'));
    const first = await openLab({ ...keys, ...internal, limits });
    const second = await openLab({ ...keys, ...internal, limits, secrets: first.service.settings.secrets });
    const alice = bearer(keyOf('alice'));
    const body = { ...first.good.request('lab.act', { principal: 'alice' }), payload: { do: 'wait', ms: 60_000 } };
    const started = await poll(first.service.origin, { body, headers: alice, waitS: 0 });
    const path = started.pending === undefined ? '' : started.location;

    for (const { service } of [first, second]) {
      for (const method of ['GET', 'DELETE']) {
        const foreign = await exchange(service.origin, { method, path, headers: bearer(keyOf('bob')) });
        expect([method, foreign.status]).toEqual([method, 404]);
        expect(readAnswer(foreign).outcome.error?.code).toBe('not_found');
        expect((await exchange(service.origin, { method, path })).status).toBe(401);
      }
      const own = await poll(service.origin, { method: 'GET', path, headers: alice, waitS: 0 });
      expect(own.status).toBe(202);
    }
    expect(first.lab.acts.map(({ abortedAfterMs }) => abortedAfterMs)).toEqual([undefined]);
    await poll(second.service.origin, { method: 'DELETE', path, headers: alice, waitS: 0 });
    await until(() => first.lab.acts[0]?.abortedAfterMs !== undefined);
  });

  test('is out of reach once its key was removed', async () => {
    const at = await openLab({ ...apiKeys(apiKey('alice')), limits });
    const body = { ...at.good.request('lab.act', { principal: 'alice' }), payload: { do: 'wait', ms: 60_000 } };
    const started = await poll(at.service.origin, { body, headers: bearer(keyOf('alice')), waitS: 0 });
    await at.service.reload({ ...at.service.settings, ...apiKeys(apiKey('bob')) });
    const path = started.pending === undefined ? '' : started.location;
    const polled = await exchange(at.service.origin, { method: 'GET', path, headers: bearer(keyOf('alice')) });
    expect(polled.status).toBe(401);
  });
});

test('explain says which step forbids, and looks at no resource for whoever may not act', async () => {
  const at = await openLab(apiKeys(apiKey('bob', { intents: ['lab.read'], may: ['explain'] })));
  const body = {
    ...at.good.request('lab.pull', { principal: 'bob' }),
    resources: [{ type: 'lever', identifier: 'secret', state: 'on' }],
  };
  const received = await exchange(at.service.origin, { path: '/mcp/v2/explain', headers: bearer(keyOf('bob')), body });
  const { would, steps, principal, resources } = JSON.parse(received.text);
  expect([would, principal, resources]).toEqual(['refuse', 'bob', []]);
  expect(steps.find(({ step }: { step: string }) => step === 'permissions')).toMatchObject({
    verdict: 'fail',
    error: { code: 'forbidden' },
  });
  expect(steps.find(({ step }: { step: string }) => step === 'precheck').verdict).toBe('not_reached');
  expect(at.lab.looks).toEqual([]);
});
