import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NonceSettings } from '../../src/config/settings.ts';
import { apiKey, apiKeys, keyOf } from '../auth/auth-settings.ts';
import { openRedis } from '../nonces/open-redis.ts';
import { openTestService } from '../open-test-service.ts';
import { ASKER_TARGET, createAsker } from './asker-kind.ts';

const NAME = { action: 'accept', content: { name: 'Zoe' } };

interface Told {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: object;
    readonly structuredContent?: { readonly outcome: { readonly result?: unknown } };
  };
  readonly error?: { readonly code: number; readonly data?: { readonly reason?: string } };
}

/** Replicas share a secret. */
const secrets = [randomBytes(32)];

const open = async (store: Pick<NonceSettings, 'store' | 'url'> = { store: 'memory' }) => {
  const { kinds } = createAsker();
  const auth = apiKeys(apiKey('alice'), apiKey('bob'));
  const nonce = { ...store, ttlMs: 600_000, answerBytes: 16_384 };
  const { origin } = await openTestService({ targets: [ASKER_TARGET], nonce, secrets, ...auth }, { kinds });
  return async (principal: string, params: object): Promise<Told> => {
    const { name = '' } = params as { readonly name?: string }; // `as`: of a call of a tool
    const told = await fetch(new URL('/mcp', origin), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keyOf(principal)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          },
        },
      }),
    });
    return (await told.json()) as Told; // `as`: what is not there is seen to be so
  };
};

const LAMP = { name: 'asker_twice', arguments: { item: 'lamp' } };
const INVALID = { error: { code: -32602, data: { reason: 'invalid_request_state' } } };

test('a call is asked in rounds, each with a state of its own, and what was said before comes back', async () => {
  const call = await open();
  const unsaid = { name: 'asker_twice', arguments: {} };
  const payload = await call('alice', unsaid);
  expect(Object.keys(payload.result?.inputRequests ?? {})).toEqual(['waybill_payload']);
  const item = { action: 'accept', content: { item: 'lamp' } };
  const first = await call('alice', {
    ...unsaid,
    inputResponses: { waybill_payload: item },
    requestState: payload.result?.requestState,
  });
  expect(Object.keys(first.result?.inputRequests ?? {})).toEqual(['first']);
  const second = await call('alice', {
    ...unsaid,
    inputResponses: { first: NAME },
    requestState: first.result?.requestState,
  });
  expect(Object.keys(second.result?.inputRequests ?? {})).toEqual(['second']);
  const last = await call('alice', {
    ...unsaid,
    inputResponses: { second: NAME },
    requestState: second.result?.requestState,
  });
  expect(last.result?.structuredContent?.outcome.result).toEqual({ item: 'lamp', step: 2, keys: ['second'] });
});

test.for([
  { because: 'it was changed', principal: 'alice', params: LAMP, change: (state: string) => `${state}x` },
  { because: 'it is of another principal', principal: 'bob', params: LAMP, change: (state: string) => state },
  {
    because: 'it is of another action',
    principal: 'alice',
    params: { ...LAMP, arguments: { item: 'bomb' } },
    change: (state: string) => state,
  },
  { because: 'it was never given out', principal: 'alice', params: LAMP, change: () => 'eyJhbGciOiJkaXIifQ....' },
])('a state is refused where $because', async ({ principal, params, change }) => {
  const call = await open();
  const { result } = await call('alice', LAMP);
  const requestState = change(result?.requestState ?? '');
  const again = await call(principal, { ...params, inputResponses: { first: NAME }, requestState });
  expect(again).toMatchObject(INVALID);
});

test('a state is used once', async () => {
  const call = await open();
  const { result } = await call('alice', LAMP);
  const again = { ...LAMP, inputResponses: { first: NAME }, requestState: result?.requestState };
  expect(await call('alice', again)).toMatchObject({ result: { resultType: 'input_required' } });
  expect(await call('alice', again)).toMatchObject(INVALID);
});

test('of replicas that share a Redis one alone takes a state, and none does while Redis is not there', async () => {
  const redis = await openRedis();
  const store = { store: 'redis', url: redis.url } as const;
  const [one, other] = [await open(store), await open(store)];
  const { result } = await one('alice', LAMP);
  const again = { ...LAMP, inputResponses: { first: NAME }, requestState: result?.requestState };
  const answers = await Promise.all([one('alice', again), other('alice', again)]);
  const taken = answers.filter((told) => told.result !== undefined);
  expect(taken).toMatchObject([{ result: { resultType: 'input_required' } }]);
  expect(answers.filter((told) => told.result === undefined)).toMatchObject([INVALID]);

  redis.signal('SIGKILL');
  await redis.exited();
  const next = { ...LAMP, inputResponses: { second: NAME }, requestState: taken[0]?.result?.requestState };
  expect(await other('alice', next)).toMatchObject({
    result: { isError: true, structuredContent: { outcome: { effect: 'none', error: { code: 'nonce_unavailable' } } } },
  });
});

test('where no nonces are remembered a state holds its time, for its caller and its action', async () => {
  const call = await open({ store: 'off' });
  const { result } = await call('alice', LAMP);
  const again = { ...LAMP, inputResponses: { first: NAME }, requestState: result?.requestState };
  expect(await call('alice', again)).toMatchObject({ result: { resultType: 'input_required' } });
  expect(await call('alice', again)).toMatchObject({ result: { resultType: 'input_required' } });
  expect(await call('bob', again)).toMatchObject(INVALID);
});

test('responses to what was not asked are ignored, and what is missing is asked for again', async () => {
  const call = await open();
  const greet = { name: 'asker_greet', arguments: {} };
  const told = await call('alice', { ...greet, inputResponses: { nothing: NAME } });
  expect(Object.keys(told.result?.inputRequests ?? {})).toEqual(['user_name']);
  const said = await call('alice', { ...greet, inputResponses: { nothing: NAME, user_name: NAME } });
  expect(said.result?.structuredContent?.outcome.result).toBe('Hello, Zoe!');
});
