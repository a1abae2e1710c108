import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { mintId } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { readAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openClient } from '../websocket/open-client.ts';
import { onceRequest, send } from './send-once.ts';

const NONCE = '01JDX5T1N6QW8J0VQ2B4C7Z9KM';

describe('the same action sent again with the same nonce', () => {
  test('is not done again: it gets the first answer, marked, under the first trace id', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE);
    const first = await send(service.origin, request);
    const again = await send(service.origin, request);
    expect(first.answer.outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    expect(again.answer).toEqual({ ...first.answer, replayed: true });
    expect(again.http).toBe(200);
    expect(again.traceId).not.toBe(first.traceId);
    expect(lab.acts.length).toBe(1);
  });

  test('may come under another context id, of the same flow', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE);
    const first = await send(service.origin, request);
    const id = mintId(service.settings, { sequence: '007' });
    const again = await send(service.origin, { ...request, context: { ...request.context, id } });
    expect(again.answer).toEqual({ ...first.answer, replayed: true });
    expect(lab.acts.length).toBe(1);
  });

  test('is found before its resources are looked at: the first may have changed them', async () => {
    const { lab, service } = await openLab();
    const resources = [{ type: 'lever', identifier: 'left', state: 'on' }];
    const request = { ...onceRequest(service.settings, NONCE, {}, 'lab.pull'), resources };
    const first = await send(service.origin, request);
    const looks = lab.looks.length;
    const again = await send(service.origin, request);
    expect(again.answer).toEqual({ ...first.answer, replayed: true });
    expect(lab.looks.length).toBe(looks);
  });

  test('may name it in the header Idempotency-Key, bare or in quotes', async () => {
    const { lab, service } = await openLab();
    const { context, ...request } = onceRequest(service.settings, NONCE);
    const { nonce: _, ...bare } = context;
    const plain = { ...request, context: bare };
    const first = await send(service.origin, plain, { 'idempotency-key': NONCE });
    const quoted = await send(service.origin, plain, { 'idempotency-key': `"${NONCE}"` });
    const inBody = await send(service.origin, { ...request, context });
    const inBoth = await send(service.origin, { ...request, context }, { 'idempotency-key': NONCE });
    for (const { answer } of [quoted, inBody, inBoth]) expect(answer).toEqual({ ...first.answer, replayed: true });
    expect(lab.acts.length).toBe(1);
  });

  test('while the first still runs is told to wait', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE, { do: 'wait', ms: 300 });
    const first = send(service.origin, request);
    await until(() => lab.acts.length === 1);
    const early = await send(service.origin, request);
    expect(early.http).toBe(409);
    expect(early.answer.outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: {
        code: 'nonce_replayed',
        retry_after_ms: 1000,
        details: { state: 'in_flight', trace_id: lab.acts[0]?.traceId },
      },
    });
    const { answer } = await first;
    expect((await send(service.origin, request)).answer).toEqual({ ...answer, replayed: true });
    expect(lab.acts.length).toBe(1);
  });

  test('gets what became of a partial or unknown act too, under the same HTTP status', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE, { do: 'fail', kind: 'adapter_failed', effect: 'partial' });
    const first = await send(service.origin, request);
    const again = await send(service.origin, request);
    expect(first).toMatchObject({ http: 502, answer: { outcome: { status: 'partially_fulfilled' } } });
    expect(again.http).toBe(502);
    expect(again.answer).toEqual({ ...first.answer, replayed: true });

    const broken = onceRequest(service.settings, `${NONCE}-2`, { do: 'throw' });
    const thrown = await send(service.origin, broken);
    expect(thrown.answer.outcome.effect).toBe('unknown');
    expect((await send(service.origin, broken)).answer).toEqual({ ...thrown.answer, replayed: true });
    expect(lab.acts.length).toBe(2);
  });

  test('runs where the first did nothing', async () => {
    const { lab, service } = await openLab();
    const payload = { do: 'fail', kind: 'adapter_failed', effect: 'none' } as const;
    const request = onceRequest(service.settings, NONCE, payload);
    expect((await send(service.origin, request)).http).toBe(502);
    expect((await send(service.origin, request)).http).toBe(502);
    expect(lab.acts.length).toBe(2);
    // Not even the same action has to be sent: nothing was done under the nonce.
    const other = await send(service.origin, onceRequest(service.settings, NONCE, { do: 'finish' }));
    expect(other.answer.outcome.status).toBe('fulfilled');
  });

  test('of which the answer was too large to keep is told what is known', async () => {
    const { lab, service } = await openLab({ nonce: { store: 'memory', ttlMs: 600_000, answerBytes: 1000 } });
    const request = onceRequest(service.settings, NONCE, { do: 'fill', letters: 2000 });
    const first = await send(service.origin, request);
    const again = await send(service.origin, request);
    expect(again.http).toBe(409);
    expect(again.answer.outcome.error).toMatchObject({
      code: 'nonce_replayed',
      details: { state: 'done', status: 'fulfilled', effect: 'applied', trace_id: first.traceId },
    });
    expect(lab.acts.length).toBe(1);
  });

  test('is answered within what this client can take', async () => {
    const { service } = await openLab();
    const request = onceRequest(service.settings, NONCE, { do: 'fill', letters: 3000 });
    await send(service.origin, request);
    const small = { ...request, client_capabilities: { ...request.client_capabilities, max_payload_size: 1500 } };
    const { outcome, replayed } = (await send(service.origin, small)).answer;
    expect(replayed).toBe(true);
    expect(outcome).toMatchObject({ effect: 'applied', result_omitted: { max_bytes: 1500 } });
  });

  test('has a line in the log that says whose answer it got', async () => {
    const { service } = await openLab();
    const request = onceRequest(service.settings, NONCE);
    const first = await send(service.origin, request);
    const again = await send(service.origin, request);
    const lines = service.log().filter(({ msg }) => msg === 'request');
    expect(lines).toMatchObject([
      { trace_id: first.traceId },
      { trace_id: again.traceId, replayed: true, replay_of: first.traceId },
    ]);
    expect(lines[0]).not.toHaveProperty('replayed');
    expect(JSON.stringify(service.log())).not.toContain(NONCE);
  });
});

test('What each nonce came to is counted', async () => {
  const { service } = await openLab();
  const request = onceRequest(service.settings, NONCE);
  for (let sent = 0; sent < 3; sent += 1) await send(service.origin, request);
  await send(service.origin, { ...request, payload: { ms: 1 } });
  expect((await scrape(service.origin)).get('waybill_nonce_requests_total')).toEqual([
    { labels: { result: 'claimed' }, value: 1 },
    { labels: { result: 'replayed' }, value: 2 },
    { labels: { result: 'conflict' }, value: 1 },
  ]);
});

describe('a nonce', () => {
  test('of another action is a conflict', async () => {
    const { lab, service } = await openLab();
    await send(service.origin, onceRequest(service.settings, NONCE, { letter: 'a' }));
    const other = await send(service.origin, onceRequest(service.settings, NONCE, { letter: 'b' }));
    expect(other).toMatchObject({ http: 409, answer: { outcome: { error: { code: 'nonce_conflict' } } } });
    expect(lab.acts.length).toBe(1);
  });

  test('is not used up by a dry run, nor asked for one', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE);
    const dry = { ...request, intent: { ...request.intent, mode: 'dry_run' as const } };
    expect((await send(service.origin, dry)).answer.outcome.status).toBe('fulfilled');
    await send(service.origin, request);
    expect((await send(service.origin, dry)).answer).not.toHaveProperty('replayed');
    expect(lab.acts.length).toBe(1);
  });

  test('makes a read answer the same again', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE, {}, 'lab.read');
    const able = { ...request.client_capabilities, supported_actions: ['act', 'read'] };
    const first = await send(service.origin, { ...request, client_capabilities: able });
    const again = await send(service.origin, { ...request, client_capabilities: able });
    expect(again.answer).toEqual({ ...first.answer, replayed: true });
    expect(lab.acts.length).toBe(1);
  });

  test('is refused where none is remembered', async () => {
    const { lab, service } = await openLab({ nonce: { store: 'off', ttlMs: 600_000, answerBytes: 0 } });
    const { http, answer } = await send(service.origin, onceRequest(service.settings, NONCE));
    expect(http).toBe(400);
    expect(answer.outcome.error).toMatchObject({ code: 'invalid_request', field: 'context.nonce' });
    expect(lab.acts).toEqual([]);
  });

  test('is demanded where the route says so, of v1 actions too, which have no place for one', async () => {
    const route = { type: 'lab', target: 'lab', timeoutMs: 30_000, nonce: 'required' } as const;
    const v1 = { domain: 'v1', actions: new Map([['act', { intent: 'lab.act' }]]) };
    const { lab, service } = await openLab({ routes: [route], v1 });
    const request = onceRequest(service.settings, NONCE);
    const { nonce: _, ...context } = request.context;
    const without = await send(service.origin, { ...request, context });
    expect(without.http).toBe(400);
    expect(without.answer.outcome.error).toMatchObject({ code: 'invalid_request', field: 'context.nonce' });
    const old = await exchange(service.origin, { path: '/mcp/v1', body: { session_id: 'user_1', action: 'act' } });
    expect(old.status).toBe(400);
    expect(JSON.parse(old.text).error).toMatchObject({ hint: expect.stringContaining('POST /mcp/v2') });
    expect(lab.acts).toEqual([]);
    expect((await send(service.origin, request)).answer.outcome.status).toBe('fulfilled');
  });

  test('raced by a hundred requests lets one of them act', async () => {
    const { lab, service } = await openLab();
    const request = onceRequest(service.settings, NONCE, { do: 'wait', ms: 50 });
    const all = await Promise.all(Array.from({ length: 100 }, () => send(service.origin, request)));
    expect(lab.acts.length).toBe(1);
    expect(all.filter(({ answer }) => answer.outcome.status === 'fulfilled' && !answer.replayed).length).toBe(1);
    for (const { answer } of all) {
      expect(answer.outcome.error?.code ?? answer.outcome.status).toMatch(/^(fulfilled|nonce_replayed)$/);
    }
  });
});

test('A poll that starts the same again gets the first answer', async () => {
  const { lab, service } = await openLab();
  const { context, ...request } = onceRequest(service.settings, NONCE);
  const poll = { path: '/mcp/polling', headers: { 'idempotency-key': NONCE, prefer: 'wait=10' } };
  const { nonce: _, ...bare } = context;
  const first = JSON.parse((await exchange(service.origin, { ...poll, body: { ...request, context: bare } })).text);
  const again = JSON.parse((await exchange(service.origin, { ...poll, body: { ...request, context: bare } })).text);
  expect(again).toMatchObject({ status: 200, answer: { ...first.answer, replayed: true } });
  expect(lab.acts.length).toBe(1);
});

test('A stream ends with the first answer', async () => {
  const { lab, service } = await openLab();
  const request = onceRequest(service.settings, NONCE);
  const able = { ...request, client_capabilities: { ...request.client_capabilities, supports_streaming: true } };
  const first = await send(service.origin, able);
  const streamed = await exchange(service.origin, { body: able, headers: { accept: 'text/event-stream' } });
  const [, data = ''] = /event: outcome\ndata: (.*)\n/.exec(streamed.text) ?? [];
  expect(JSON.parse(data)).toEqual({ ...first.answer, replayed: true });
  expect(readAnswer({ ...streamed, text: data }).replayed).toBe(true);
  expect(lab.acts.length).toBe(1);
});

describe('over a WebSocket', () => {
  test('each request has a nonce of its own, and the same again gets the first answer', async () => {
    const { lab, service } = await openLab();
    const client = await openClient(service.origin);
    const request = onceRequest(service.settings, NONCE);
    const first = await client.ask(1, request);
    expect(await client.ask(2, request)).toEqual({ ...first, replayed: true });
    expect((await client.ask(3, onceRequest(service.settings, `${NONCE}-2`))).replayed).toBeUndefined();
    expect(lab.acts.length).toBe(2);
  });

  test('an Idempotency-Key of the upgrade would be the same for all of them, and is refused with what to do', async () => {
    const { lab, service } = await openLab();
    const client = await openClient(service.origin, { headers: { 'idempotency-key': NONCE } });
    const { outcome } = await client.ask(1, onceRequest(service.settings, NONCE));
    expect(outcome.error).toMatchObject({ code: 'invalid_request', hint: expect.stringContaining('context.nonce') });
    expect(lab.acts).toEqual([]);
  });
});

test('Explaining tells what a nonce would come to, and uses none up', async () => {
  const { service } = await openLab();
  const explain = async (request: unknown) => {
    const told = JSON.parse((await exchange(service.origin, { path: '/mcp/v2/explain', body: request })).text);
    const { error } = told.steps.find(({ step }: { readonly step: string }) => step === 'single_use');
    return { would: told.would, code: error?.code };
  };
  const request = onceRequest(service.settings, NONCE);
  expect(await explain(request)).toEqual({ would: 'act', code: undefined });
  expect((await send(service.origin, request)).answer.replayed).toBeUndefined();
  expect(await explain(request)).toEqual({ would: 'refuse', code: 'nonce_replayed' });
  const other = onceRequest(service.settings, NONCE, { letter: 'b' });
  expect(await explain(other)).toEqual({ would: 'refuse', code: 'nonce_conflict' });
});
