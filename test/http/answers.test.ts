import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from './good-request.ts';
import { openLab } from './open-lab.ts';
import { send } from './send.ts';

describe('an answer', () => {
  test('says what was asked, what came of it, and which step is next', async () => {
    const { service, good } = await openLab();
    const request = { ...good.request(), payload: { parcel: 7, nested: { list: [1, null, 'ä'] } } };
    const answer = await send(service.origin, request);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-mcp-resource-status']).toBe('unchecked');
    expect(answer.intent).toEqual({ type: 'system', sub_type: 'echo' });
    expect(answer.context?.id).toBe(request.context.id);
    expect(answer.outcome).toEqual({
      status: 'fulfilled',
      effect: 'none',
      result: request.payload,
      verification: { status: 'verified', side_effects: [] },
    });
  });

  test('is the same at /mcp as at /mcp/v2', async () => {
    const { service, good } = await openLab();
    const at = (path: string) => send(service.origin, good.request(), { path });
    const [one, other] = [await at('/mcp'), await at('/mcp/v2')];
    expect(one.outcome).toEqual(other.outcome);
  });

  test.for(['lab.act', 'lab.read'])('to %s says that the resources were valid', async (key) => {
    const { service, good } = await openLab();
    const resources = [{ type: 'lever', identifier: 'left', state: 'on' }];
    const answer = await send(service.origin, { ...good.request(key), resources });
    expect(answer.headers['x-mcp-resource-status']).toBe('valid');
    expect(answer.outcome.status).toBe('fulfilled');
  });

  test('lists all problems at once, each with its pointer', async () => {
    const { service, good } = await openLab();
    const request = good.request();
    const answer = await send(service.origin, {
      ...request,
      client_capabilities: { ...CAPABILITIES, os: undefined, preferred_encoding: 'zip' },
      intent: { ...request.intent, timeout_ms: 'soon' },
      resources: [{ type: 'lever', name: 'left', identifier: 'left', state: 'on' }],
      payload: [],
    });
    expect(answer.outcome.error?.message).toBe('missing client_capabilities.os (and 4 more: see details.problems)');
    const problems = answer.outcome.error?.details?.problems;
    expect(problems).toHaveLength(5);
    expect(problems).toEqual(
      expect.arrayContaining([
        { pointer: '/client_capabilities/os', message: 'missing client_capabilities.os' },
        expect.objectContaining({ pointer: '/client_capabilities/preferred_encoding' }),
        expect.objectContaining({ pointer: '/intent/timeout_ms' }),
        {
          pointer: '/resources/0/name',
          message: 'unknown property resources.0.name',
          hint: 'did you mean identifier?',
        },
        expect.objectContaining({ pointer: '/payload', message: 'payload must be object, found array' }),
      ]),
    );
  });

  test('to a body of many problems lists the first fifty', async () => {
    const { service, good } = await openLab();
    const resources = Array(40).fill({ type: 1, identifier: 2, state: 3 });
    const answer = await send(service.origin, { ...good.request(), resources });
    expect(answer.outcome.error?.details?.problems).toHaveLength(50);
  });

  test('to a huge body names its first problem only: a megabyte of wrong items would make a million', async () => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, {
      ...good.request(),
      payload: { text: 'x'.repeat(70_000) },
      resources: [1, 2, 3],
    });
    expect(answer.outcome.error?.details?.problems).toHaveLength(1);
  });
});

describe('the next id is in every answer whose context was valid, and in no other', () => {
  test.for([
    { name: 'fulfilled', change: {}, next: true },
    { name: 'a dry run', change: { intent: { type: 'system', sub_type: 'echo', mode: 'dry_run' } }, next: true },
    { name: 'invalid_request', change: { surplus: 1 }, next: true },
    { name: 'missing_capability', change: { client_capabilities: undefined }, next: true },
    { name: 'no_route', change: { intent: { type: 'nothing' } }, next: true },
    { name: 'payload_invalid', change: { intent: { type: 'system', sub_type: 'sleep' } }, next: true },
    {
      name: 'action_not_supported',
      change: { client_capabilities: { ...CAPABILITIES, supported_actions: [] } },
      next: true,
    },
    { name: 'resource_missing', change: { intent: { type: 'lab', sub_type: 'pull' } }, next: true },
    { name: 'a context that is not even text', change: { context: { id: 7, business_key: 'user_1' } }, next: false },
    { name: 'a context without its business key', change: { context: { id: 'x' } }, next: false },
    { name: 'another business key', wrongKey: true, change: {}, next: false },
    { name: 'an expired id', agoMs: 7 * 60_000, change: {}, next: false },
    { name: 'a malformed id', change: { context: { id: 'login', business_key: 'user_1' } }, next: false },
  ])('$name: $next', async ({ change, next, wrongKey = false, agoMs = 0 }) => {
    const { service, good } = await openLab();
    const request = good.request('system.echo', { agoMs });
    const context = { ...request.context, ...(wrongKey && { business_key: 'user_2' }) };
    const answer = await send(service.origin, { ...request, context, ...change });
    if (next) expect(answer.context?.next_id).toMatch(/^login-flow-\d{13}-002-[0-9a-f]{16}$/);
    else expect(answer.context?.next_id).toBeUndefined();
  });

  test('a client walks a flow with one minting call, without clock or key', async () => {
    const { service, good } = await openLab();
    let request = good.request();
    for (const sequence of ['002', '003', '004', '005']) {
      const answer = await send(service.origin, request);
      expect(answer.outcome.status).toBe('fulfilled');
      const id = answer.context?.next_id ?? '';
      expect(id.split('-').at(-2)).toBe(sequence);
      request = { ...request, context: { ...request.context, id, parent_id: request.context.id } };
    }
  });

  test('is left out behind step 999999, which acts nevertheless', async () => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, good.request('system.echo', { sequence: '999999' }));
    expect(answer.outcome.status).toBe('fulfilled');
    expect(answer.context).not.toHaveProperty('next_id');
  });

  test('any replica with the same secret takes it', async () => {
    const one = await openLab();
    const other = await openLab({ secrets: one.service.settings.secrets });
    const first = await send(one.service.origin, one.good.request());
    const request = one.good.request();
    const second = await send(other.service.origin, {
      ...request,
      context: { ...request.context, id: first.context?.next_id },
    });
    expect(second.outcome.status).toBe('fulfilled');
  });
});

describe('trace ids', () => {
  const SPAN = '00f067aa0ba902b7';
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  test.for([
    { traceparent: `00-${TRACE}-${SPAN}-01`, taken: true, because: 'it is W3C' },
    { traceparent: `00-${TRACE}-${SPAN}-00`, taken: true, because: 'not sampled is a trace too' },
    { traceparent: `cc-${TRACE}-${SPAN}-01-what-comes`, taken: true, because: 'a later version may go on' },
    { traceparent: `00-${TRACE}-${SPAN}-01-more`, taken: false, because: 'version 00 may not' },
    { traceparent: `ff-${TRACE}-${SPAN}-01`, taken: false, because: 'version ff is forbidden' },
    { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01`, taken: false, because: 'an id of zeros is none' },
    { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01`, taken: false, because: 'a span of zeros is none' },
    { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01`, taken: false, because: 'ids are lower-case' },
    { traceparent: `00-${TRACE}-${SPAN}`, taken: false, because: 'the flags are missing' },
    { traceparent: 'garbage', taken: false, because: 'it is garbage' },
    { traceparent: '', taken: false, because: 'it is empty' },
  ])('$traceparent is taken over: $taken, as $because', async ({ traceparent, taken }) => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, good.request(), { headers: { traceparent } });
    expect(answer.trace_id === TRACE).toBe(taken);
    expect(answer.trace_id).not.toBe('0'.repeat(32));
  });

  test('is taken over also where the request is refused, and by minting and explain', async () => {
    const { service, good } = await openLab();
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };
    const refused = await send(service.origin, {}, { headers });
    const unknown = await send(service.origin, {}, { headers, path: '/nowhere' });
    expect([refused.trace_id, unknown.trace_id]).toEqual([TRACE, TRACE]);
    for (const [path, body] of [
      ['/mcp/v2/contexts', { domain: 'a', business_key: 'b' }],
      ['/mcp/v2/explain', good.request()],
    ] as const) {
      const response = await fetch(service.origin + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.headers.get('x-trace-id')).toBe(TRACE);
      expect(await response.json()).toMatchObject({ trace_id: TRACE });
    }
  });

  test('are new for each request without one', async () => {
    const { service, good } = await openLab();
    const ids = await Promise.all(Array.from({ length: 50 }, () => send(service.origin, good.request())));
    expect(new Set(ids.map(({ trace_id }) => trace_id)).size).toBe(50);
  });
});

describe('capabilities', () => {
  const header = (more: object) => ({ 'x-client-capabilities': JSON.stringify({ ...CAPABILITIES, ...more }) });

  test('come in the header where the body has none', async () => {
    const { service, good } = await openLab();
    const { client_capabilities: _, ...request } = good.request();
    const answer = await send(service.origin, request, { headers: header({}) });
    expect(answer.outcome.status).toBe('fulfilled');
  });

  test('of the body win over those of the header', async () => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, good.request(), { headers: header({ supported_actions: [] }) });
    expect(answer.outcome.status).toBe('fulfilled');
    const garbage = await send(service.origin, good.request(), { headers: { 'x-client-capabilities': '{' } });
    expect(garbage.outcome.status).toBe('fulfilled');
  });

  test('of the body win also where they are wrong: what was said is not replaced in silence', async () => {
    const { service, good } = await openLab();
    const answer = await send(service.origin, { ...good.request(), client_capabilities: {} }, { headers: header({}) });
    expect(answer.outcome.error?.code).toBe('missing_capability');
  });

  test('a result above max_payload_size is left out, with the sizes; what was done stays said', async () => {
    const { service, good } = await openLab();
    const request = {
      ...good.request('lab.act'),
      client_capabilities: { ...CAPABILITIES, max_payload_size: 2048 },
      payload: { do: 'fill', letters: 5000 },
    };
    const answer = await send(service.origin, request);
    expect(answer.status).toBe(200);
    expect(answer.outcome).toMatchObject({
      status: 'fulfilled',
      effect: 'applied',
      result_omitted: { bytes: 5000 + '{"done":1,"text":""}'.length, max_bytes: 2048 },
    });
    expect(answer.outcome).not.toHaveProperty('result');
    expect(answer.bytes.length).toBeLessThanOrEqual(2048);
  });

  test('the limit is in bytes, not characters', async () => {
    const { service, good } = await openLab();
    const within = (max: number) =>
      send(service.origin, {
        ...good.request('lab.act'),
        client_capabilities: { ...CAPABILITIES, max_payload_size: max },
        payload: { do: 'fill', letters: 2000, letter: 'ä' },
      });
    const { bytes } = await within(8192);
    expect(bytes.length).toBeGreaterThan(4000);
    expect((await within(bytes.length)).outcome).toHaveProperty('result');
    expect((await within(bytes.length - 1)).outcome).toHaveProperty('result_omitted');
  });

  test('details that are too large are left out, and the message stays', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.act');
    const answer = await send(service.origin, {
      ...request,
      client_capabilities: { ...CAPABILITIES, max_payload_size: 1024 },
      resources: [{ type: 'lever', identifier: 'x'.repeat(300), state: 'on', metadata: { actual: 'off' } }],
    });
    expect(answer.outcome.error).toMatchObject({
      code: 'resource_state_mismatch',
      message: expect.stringContaining('is off'),
    });
    expect(answer.outcome.error).not.toHaveProperty('details');
  });
});
