import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { V1Answer } from '../../contracts/v1.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import { type OpenLab, openLab, startLab } from './open-lab.ts';
import { readAnswer } from './read-answer.ts';
import { BAD_V1_ACTIONS, type BadV1Action, LAB_ACTIONS } from './sheets/bad-v1-actions.ts';

const V1 = 'application/vnd.mcp.v1+json';
const OPEN = { v1: { domain: 'v1', actions: LAB_ACTIONS } };
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile<V1Answer>(V1Answer);

/** The v1 answer in a response; fails the test where it does not fit the contract or its headers contradict it. */
function readV1({ text, headers }: Received): V1Answer {
  const answer: unknown = JSON.parse(text);
  if (!validate(answer)) throw new Error(`Not a v1 answer: ${JSON.stringify(validate.errors)} in ${text}`);
  expect(answer.trace_id).toBe(headers['x-trace-id']);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-mcp-resource-status']).toBeDefined();
  return answer;
}

function expectDetails(row: BadV1Action, error: V1Answer['error']): void {
  if (row.field !== undefined) expect(error?.field).toBe(row.field);
  if (row.hints !== undefined) expect(error?.hint).toContain(row.hints);
  if (row.pointers === undefined) return;
  const problems = error?.details?.problems as readonly { pointer: string }[]; // `as`: the row says so
  expect(problems.map(({ pointer }) => pointer)).toEqual(row.pointers);
}

let lab: OpenLab;
beforeAll(async () => {
  lab = await startLab(OPEN);
});
afterAll(() => lab.service.close());

const post = (sent: Sent) => exchange(lab.service.origin, { path: '/mcp/v1', ...sent });
const act = async (body: object, more: Sent = {}) => {
  const received = await post({ ...more, body: { session_id: 's-1', ...body } });
  return { ...received, answer: readV1(received) };
};
const lineOf = (traceId: string) =>
  lab.service.log().filter(({ trace_id, msg }) => trace_id === traceId && msg === 'request');

describe('a bad action is told what is wrong, in the words of the client that sent it', () => {
  test.for(BAD_V1_ACTIONS)('$name: $because', async (row) => {
    const actsBefore = lab.lab.acts.length;
    const received = await post(row.send ?? { body: row.body });
    const { success, error, trace_id } = readV1(received);
    expect(error).toMatchObject({ code: row.kind, message: expect.stringContaining(row.says) });
    expect({ success, http: received.status, effect: error?.effect }).toEqual({
      success: false,
      http: row.http,
      effect: row.effect ?? 'none',
    });
    expectDetails(row, error);
    if (row.kind !== 'internal')
      expect(JSON.stringify(error)).not.toMatch(/payload\.|client_capabilities\.|resources\./);
    if (error?.effect === 'none' && row.kind !== 'rate_limited') expect(lab.lab.acts.length).toBe(actsBefore);
    expect(lineOf(trace_id)).toMatchObject([{ http: row.http, failure: row.kind, transport: 'v1' }]);
    expect(received.text).not.toContain('hunter2');
  });

  test('no two rows of the sheet have the same name', () => {
    expect(BAD_V1_ACTIONS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(BAD_V1_ACTIONS.map(({ name }) => name)).size).toBe(BAD_V1_ACTIONS.length);
  });
});

describe('an action', () => {
  test('is done, and its result comes back as data', async () => {
    const { status, answer } = await act({ action: 'echo', args: { text: 'hello', deep: [{ a: 1 }] } });
    expect(status).toBe(200);
    expect(answer).toEqual({ success: true, data: { text: 'hello', deep: [{ a: 1 }] }, trace_id: answer.trace_id });
  });

  test('needs no args and no client', async () => {
    expect((await act({ action: 'echo' })).answer).toMatchObject({ success: true, data: {} });
  });

  test.for(['selector', 'target'])('acts on what its %s names, once that was looked at', async (name) => {
    const looksBefore = lab.lab.looks.length;
    const { answer, headers } = await act({ action: 'pull', [name]: `lever-by-${name}` });
    expect(answer).toMatchObject({ success: true, data: { done: 1 } });
    expect(lab.lab.looks.slice(looksBefore)).toEqual([`lever-by-${name}`]);
    expect(headers['x-mcp-resource-status']).toBe('valid');
  });

  test('may go without a selector that its intent can do without', async () => {
    expect((await act({ action: 'act' })).answer.success).toBe(true);
  });

  test('has its arguments renamed, its fixed payload put in, and its selector as the property that it stands for', async () => {
    const { answer } = await act({ action: 'paint', selector: 'red', args: { do: 'fill', letters: 3 } });
    expect(answer.data).toEqual({ done: 1, text: 'xxx' });
    const renamed = await act({ action: 'act', args: { what: 'fill', letters: 2 } });
    expect(renamed.answer.data).toEqual({ done: 1, text: 'xx' });
  });

  test('is one line of the log and one request in the metrics, like any', async () => {
    const { answer } = await act({ action: 'echo' });
    expect(lineOf(answer.trace_id)).toMatchObject([
      { transport: 'v1', intent: 'system.echo', target: 'system', status: 'fulfilled', effect: 'none', http: 200 },
    ]);
    const [line] = lineOf(answer.trace_id);
    expect(String(line?.context)).toMatch(/^v1-\d{13}-001-[0-9a-f]{16}$/);
    const metrics = await exchange(lab.service.origin, { method: 'GET', path: '/metrics' });
    expect(metrics.text).toMatch(/waybill_requests_total\{intent="system.echo",[^}]*status="fulfilled"/);
  });

  test('goes on a trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { answer } = await act({ action: 'echo' }, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    expect(answer.trace_id).toBe(trace);
  });

  test('may say of its client what v1 does not know: it has no effect', async () => {
    const client = { name: 'old', version: '1.2', browser: 'chrome', viewport: [1, 2], supported_actions: [] };
    expect((await act({ action: 'echo', client })).answer.success).toBe(true);
  });

  test('has data left out that its client can not take, and says so', async () => {
    const { answer } = await act({
      action: 'act',
      args: { do: 'fill', letters: 5000 },
      client: { max_payload_size: 2048 },
    });
    expect(answer).toMatchObject({ success: true, data: null, data_omitted: { max_bytes: 2048 } });
    expect(answer.data_omitted?.bytes).toBeGreaterThan(5000);
  });

  test('of which something was done is no success, and keeps its data', async () => {
    const { status, answer, headers } = await act({ action: 'act', args: { what: 'contradict' } });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ success: false, error: { effect: 'applied', recoverable: false } });
    expect(headers['retry-after']).toBeUndefined();
  });

  test('that may be sent again is told when', async () => {
    const { headers, answer } = await act({
      action: 'act',
      args: { do: 'fail', kind: 'adapter_unavailable', effect: 'none' },
    });
    expect(headers['retry-after']).toBe('1');
    expect(answer.error).toMatchObject({ recoverable: true, retry_after_ms: 1000 });
  });
});

describe('the form of a v1 answer', () => {
  test.for([
    ['nothing', undefined, 'application/json; charset=utf-8'],
    ['anything', '*/*', 'application/json; charset=utf-8'],
    ['JSON', 'application/json', 'application/json; charset=utf-8'],
    ['the type of its own', V1, `${V1}; charset=utf-8`],
    ['the type of v2, which it is not', 'application/vnd.mcp.v2+json', 'application/json; charset=utf-8'],
  ] as const)('is what Accept asks for: %s', async ([, accept, type]) => {
    const headers = accept === undefined ? {} : { accept };
    expect((await act({ action: 'echo' }, { headers })).headers['content-type']).toBe(type);
    expect((await act({ action: 'nothing' }, { headers })).headers['content-type']).toBe(type);
  });

  test('may be asked for with its own content type', async () => {
    expect((await act({ action: 'echo' }, { headers: { 'content-type': V1 } })).status).toBe(200);
  });

  test('is compressed where Accept-Encoding allows it and it is worth it', async () => {
    const body = { session_id: 's-1', action: 'echo', args: { text: 'x'.repeat(5000) } };
    const plain = await post({ body });
    const packed = await post({ body, headers: { 'accept-encoding': 'gzip' } });
    const never = await post({
      body: { ...body, client: { preferred_encoding: 'none' } },
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(never.headers['content-encoding']).toBeUndefined();
  });
});

describe('the path that all protocols share', () => {
  const shared = (sent: Sent) => post({ path: '/mcp', ...sent });
  const body = { session_id: 's-1', action: 'echo', args: { word: 'parcel' } };

  test.for([V1, `text/html, ${V1};q=0.9`, `application/json, ${V1}`, `*/*;q=0.1, ${V1}`])(
    'takes an action that accepts %s',
    async (accept) => {
      const received = await shared({ headers: { accept, 'content-type': V1 }, body });
      expect(readV1(received)).toMatchObject({ success: true, data: { word: 'parcel' } });
      expect(lineOf(readV1(received).trace_id)).toMatchObject([{ transport: 'v1' }]);
    },
  );

  test.for(['*/*', 'application/json', `application/vnd.mcp.v2+json, ${V1};q=0.5`, `${V1};q=0`])(
    'takes what accepts %s as v2',
    async (accept) => {
      const received = await shared({ headers: { accept }, body });
      expect(readAnswer(received).outcome.error?.code).toBe('missing_capability');
    },
  );

  test('refuses a body that can not be read in the v1 shape, too', async () => {
    const received = await shared({ headers: { accept: V1 }, body: '{' });
    expect(readV1(received).error?.code).toBe('invalid_request');
  });

  test('refuses the content type of v1 where v1 is not accepted', async () => {
    const received = await shared({ headers: { 'content-type': V1 }, body });
    expect(readAnswer(received).outcome.error).toMatchObject({ code: 'unsupported_media_type' });
  });

  test.for([{ headers: { accept: V1, 'mcp-method': 'tools/list' } }, { headers: { accept: V1 } }])(
    'leaves the Model Context Protocol to itself, whatever it accepts, row %#',
    async ({ headers }) => {
      const received = await shared({ headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
      expect(JSON.parse(received.text)).toMatchObject({ jsonrpc: '2.0' });
      expect(lineOf(String(received.headers['x-trace-id']))).toMatchObject([{ transport: 'mcp' }]);
    },
  );

  test('ignores that v1 is accepted where its door is closed', async () => {
    const { service } = await openLab();
    const received = await exchange(service.origin, { path: '/mcp', headers: { accept: V1 }, body });
    expect(readAnswer(received).outcome.error?.code).toBe('missing_capability');
  });
});

describe('the door', () => {
  test('is closed until the configuration opens it, as if there were no such path', async () => {
    const { service } = await openLab();
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const received = await exchange(service.origin, { method, path: '/mcp/v1', body: '{' });
      const { outcome } = readAnswer(received);
      expect(received.status).toBe(404);
      expect(received.headers.allow).toBeUndefined();
      expect(outcome.error).toMatchObject({ code: 'not_found', hint: expect.stringContaining('v1: {}') });
    }
    const line = service.log().filter(({ msg }) => msg === 'request')[0];
    expect(line).toMatchObject({ transport: 'http', failure: 'not_found' });
    const { paths } = JSON.parse((await exchange(service.origin, { method: 'GET', path: '/openapi.json' })).text);
    expect(Object.keys(paths)).not.toContain('/mcp/v1');
  });

  test('is opened and closed again by a reload', async () => {
    const { service } = await openLab();
    const send = async () =>
      (await exchange(service.origin, { path: '/mcp/v1', body: { session_id: 's', action: 'echo' } })).status;
    const openApiPaths = async () =>
      Object.keys(JSON.parse((await exchange(service.origin, { method: 'GET', path: '/openapi.json' })).text).paths);
    expect(await send()).toBe(404);
    await service.reload({ ...service.settings, ...OPEN });
    expect(await send()).toBe(200);
    expect(await openApiPaths()).toContain('/mcp/v1');
    await service.reload(service.settings);
    expect(await send()).toBe(404);
    expect(await openApiPaths()).not.toContain('/mcp/v1');
  });

  test('lets no page of another origin in', async () => {
    const { status } = await post({ body: {}, headers: { origin: 'https://evil.example' } });
    expect(status).toBe(403);
  });
});
