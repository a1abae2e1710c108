import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import type { FailureKind } from '../../contracts/failure.ts';
import type { Effect } from '../../contracts/outcome.ts';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

type Intents = NonNullable<HttpOptions['intents']>;

const INTENTS: Intents = {
  'thing.look': { path: '/' },
  'thing.put': { method: 'PUT', path: '/' },
  'thing.make': { method: 'POST', path: '/' },
};

interface Row {
  readonly status: number;
  readonly kind: FailureKind;
  /** Of an unsafe act. */
  readonly effect: Effect;
  readonly transient?: boolean;
  readonly headers?: Record<string, string>;
  readonly retryAfterMs?: number;
  readonly says?: string;
}

const SHEET: readonly Row[] = [
  { status: 301, kind: 'adapter_failed', effect: 'unknown', headers: { location: '/x' }, says: 'not followed' },
  { status: 302, kind: 'adapter_failed', effect: 'unknown', headers: { location: '/x' } },
  { status: 307, kind: 'adapter_failed', effect: 'unknown', headers: { location: '/x' } },
  { status: 304, kind: 'adapter_failed', effect: 'unknown' },
  { status: 400, kind: 'adapter_failed', effect: 'none' },
  { status: 401, kind: 'adapter_failed', effect: 'none', says: 'credentials of this service' },
  { status: 403, kind: 'adapter_failed', effect: 'none', says: 'credentials of this service' },
  { status: 404, kind: 'adapter_failed', effect: 'none' },
  { status: 408, kind: 'adapter_failed', effect: 'unknown', transient: true },
  { status: 409, kind: 'adapter_failed', effect: 'none' },
  { status: 412, kind: 'adapter_failed', effect: 'none' },
  { status: 422, kind: 'adapter_failed', effect: 'none' },
  { status: 425, kind: 'adapter_failed', effect: 'none', transient: true },
  { status: 429, kind: 'rate_limited', effect: 'none', transient: true },
  {
    status: 429,
    kind: 'rate_limited',
    effect: 'none',
    transient: true,
    headers: { 'retry-after': '7' },
    retryAfterMs: 7000,
  },
  { status: 500, kind: 'adapter_failed', effect: 'unknown' },
  { status: 501, kind: 'adapter_failed', effect: 'none' },
  { status: 502, kind: 'adapter_unavailable', effect: 'unknown', transient: true },
  { status: 503, kind: 'adapter_unavailable', effect: 'unknown', transient: true },
  {
    status: 503,
    kind: 'adapter_unavailable',
    effect: 'none',
    transient: true,
    headers: { 'retry-after': '2' },
    retryAfterMs: 2000,
  },
  { status: 504, kind: 'adapter_unavailable', effect: 'unknown', transient: true },
  { status: 599, kind: 'adapter_failed', effect: 'unknown' },
];

describe('an answer that is no success', () => {
  test.for(SHEET)('$status $headers is $kind with effect $effect', async (row) => {
    const backEnd = await openBackEnd((_request, response) => {
      response.writeHead(row.status, { 'content-type': 'text/plain', ...row.headers });
      response.end(row.status === 304 ? undefined : 'no such luck');
    });
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    const acted = await target.act('thing.make');
    expect(acted).toMatchObject({ effect: row.effect, failure: { kind: row.kind, details: { status: row.status } } });
    expect(acted.transient).toBe(row.transient ?? false);
    expect(acted.failure?.retryAfterMs).toBe(row.retryAfterMs);
    expect(acted.failure?.message).toContain(`subject answered ${row.status} to thing.make`);
    expect(acted.failure?.message).toContain(row.says ?? '');
    expect(await target.act('thing.look')).toMatchObject({ effect: 'none', failure: { kind: row.kind } });
  });

  test('may name a date to come again at', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const backEnd = await openBackEnd((_request, response) =>
      response.writeHead(429, { 'retry-after': inAMinute }).end(),
    );
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    const { failure } = await target.act('thing.make');
    expect(failure?.retryAfterMs).toBeGreaterThan(0);
    expect(failure?.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  test('is told shortly and without secrets', async () => {
    const backEnd = await openBackEnd((_request, response) =>
      sendJson(response, { password: 'hunter2', why: 'x'.repeat(5000) }, 422, { location: '/a?token=hunter2' }),
    );
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    const { failure } = await target.act('thing.make');
    expect(JSON.stringify(failure)).not.toContain('hunter2');
    expect(String(failure?.details?.body)).toMatch(/^\{"password":"\*\*\*"/);
    expect(String(failure?.details?.body).length).toBeLessThanOrEqual(500);
  });
});

describe('rules of the configuration', () => {
  const open = async (answer: unknown, status: number, intent: Partial<Intents[string]>) => {
    const backEnd = await openBackEnd((_request, response) => sendJson(response, answer, status));
    return openHttpTarget({
      base_url: backEnd.origin,
      intents: { 'thing.make': { method: 'POST', path: '/', ...intent }, 'thing.look': { path: '/', ...intent } },
    });
  };
  const rule = {
    when: 'response.body.code != 200',
    kind: 'payload_invalid',
    message: 'Said: {{ response.body.msg }}',
  } as const;

  test('make a failure of an answer that says that it is fine', async () => {
    const target = await open({ code: 500, msg: 'wrong captcha' }, 200, {
      errors: [
        { ...rule, effect: 'none', field: 'payload.code', expected: 'right', actual: '{{ response.body.msg }}' },
      ],
    });
    expect(await target.act('thing.make')).toEqual({
      effect: 'none',
      failure: {
        kind: 'payload_invalid',
        message: 'Said: wrong captcha',
        field: 'payload.code',
        details: { expected_state: 'right', actual_state: 'wrong captcha' },
      },
    });
  });

  test.for([
    [200, 'unknown'],
    [404, 'none'],
    [500, 'unknown'],
  ] as const)('that say no effect leave it to the status: of %i %s', async ([status, effect]) => {
    const target = await open({ code: 1, msg: 'x' }, status, { errors: [rule] });
    expect(await target.act('thing.make')).toMatchObject({ effect, failure: { kind: 'payload_invalid' } });
    expect(await target.act('thing.look')).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
  });

  test('that can not be judged on an answer leave it to the next', async () => {
    const target = await open('<html>', 502, {
      errors: [rule, { ...rule, when: 'response.status == 502', message: 'gone' }],
    });
    expect(await target.act('thing.make')).toMatchObject({ failure: { message: 'gone' } });
  });

  test('say which answers are good ones', async () => {
    const gone = await open({}, 404, {
      success: 'response.status in [200, 404]',
      returns: { gone: '{{ response.status == 404 }}' },
    });
    expect(await gone.act('thing.make')).toEqual({ effect: 'applied', result: { gone: true } });
    const refused = await open({ ok: false }, 200, { success: 'response.body.ok == true' });
    expect(await refused.act('thing.make')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_failed' } });
  });

  test('prove that what was wanted has come about, or that it has not', async () => {
    const verify = "response.body.state == 'done'";
    expect(await (await open({ state: 'done' }, 200, { verify })).act('thing.make')).toMatchObject({
      effect: 'applied',
      verification: { status: 'verified' },
    });
    expect(await (await open({ state: 'new' }, 200, { verify })).act('thing.make')).toMatchObject({
      effect: 'applied',
      verification: { status: 'contradicted' },
      failure: { kind: 'postcondition_contradicted' },
    });
  });
});

describe('the body of an answer', () => {
  const JSON_TYPE = 'application/json';
  test.for([
    { type: JSON_TYPE, body: '{"a":[1,"ü"]}', is: { a: [1, 'ü'] } },
    { type: 'application/problem+json; charset=utf-8', body: '{"a":1}', is: { a: 1 } },
    { type: JSON_TYPE, body: '', is: null },
    { type: 'text/plain', body: '{"a":1}', is: '{"a":1}' },
    { type: 'text/plain; charset=iso-8859-1', body: Buffer.from([0xfc]), is: 'ü' },
    { type: 'text/plain; charset=no-such', body: 'x', is: 'x' },
    { type: JSON_TYPE, body: '{"__proto__":{"x":1},"a":{"constructor":{"prototype":{}}}}', is: { a: {} } },
  ])('$type $body is read as $is', async ({ type, body, is }) => {
    const backEnd = await openBackEnd((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    expect(await target.act('thing.look')).toEqual({ effect: 'none', result: is });
  });

  test.for([
    ['no JSON', '{"a":'],
    ['nested too deeply', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['nested so deeply that recursion would end', '['.repeat(400_000) + ']'.repeat(400_000)],
  ])('that is %s is misbehaviour, after which nobody knows what was done', async ([, body]) => {
    const backEnd = await openBackEnd((_request, response) =>
      response.writeHead(200, { 'content-type': JSON_TYPE }).end(body),
    );
    const target = await openHttpTarget({ base_url: backEnd.origin, intents: INTENTS });
    expect(await target.act('thing.make')).toMatchObject({
      effect: 'unknown',
      failure: { kind: 'adapter_misbehaved' },
    });
    expect(await target.act('thing.look')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_misbehaved' } });
  });
});
