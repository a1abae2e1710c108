import { describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../open-test-service.ts';
import { exchange, type Sent } from './exchange.ts';
import { goodRequest } from './good-request.ts';
import { readAnswer } from './read-answer.ts';

const NOT_ONE = 'The body is not one JSON-RPC request or notification';
const BAD_ID = 'The id of a JSON-RPC request must be a safe integer or a string of at most 256 characters';

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'system_echo' } };
const mcp = { 'mcp-protocol-version': '2026-07-28', accept: 'application/json, text/event-stream' };

const send = (service: TestService, sent: Sent) => exchange(service.origin, { path: '/mcp', ...sent });
const requestLines = (service: TestService) => service.log().filter(({ msg }) => msg === 'request');

interface McpRow extends Sent {
  readonly name: string;
  readonly http: number;
  readonly kind: string;
  readonly code: number;
  readonly message: string;
}

const invalid = { http: 400, kind: 'invalid_request', code: -32_600 };
const unread = { http: 400, kind: 'invalid_request', code: -32_700 };

const REFUSED: readonly McpRow[] = [
  { name: 'a response', body: { jsonrpc: '2.0', result: {} }, ...invalid, message: NOT_ONE },
  { name: 'a batch', headers: mcp, body: [call], ...invalid, message: NOT_ONE },
  { name: 'a v2 request with an Mcp- header', headers: mcp, body: { intent: {} }, ...invalid, message: NOT_ONE },
  { name: 'no body', headers: mcp, ...unread, message: NOT_ONE },
  { name: 'an id that is null', body: { ...call, id: null }, ...invalid, message: BAD_ID },
  { name: 'an id with a fraction', body: { ...call, id: 1.5 }, ...invalid, message: BAD_ID },
  { name: 'an id that JSON readers round', body: { ...call, id: 2 ** 53 }, ...invalid, message: BAD_ID },
  { name: 'an id of a megabyte', body: { ...call, id: 'x'.repeat(1_000_000) }, ...invalid, message: BAD_ID },
  { name: 'an empty body', headers: mcp, body: '', ...unread, message: 'The body is empty' },
  {
    name: 'a body that is no JSON',
    headers: mcp,
    body: 'tools/list',
    ...unread,
    message: "The body cannot be read as JSON: Unexpected token 'o'",
  },
  {
    name: 'a body of another type',
    headers: { ...mcp, 'content-type': 'text/plain' },
    body: call,
    http: 415,
    kind: 'unsupported_media_type',
    code: -32_600,
    message: 'The body must be JSON (Content-Type application/json or application/vnd.mcp.v2+json), found text/plain',
  },
  {
    name: 'a body above the limit',
    headers: { ...mcp, 'transfer-encoding': 'chunked' },
    body: { ...call, params: 'x'.repeat(1_100_000) },
    http: 413,
    kind: 'payload_too_large',
    code: -32_600,
    message: 'The body may have 1048576 bytes, found more',
  },
];

describe('POST /mcp answers what is no message of the Model Context Protocol in its own form', () => {
  test.for(REFUSED)('to $name: $http, $code', async ({ headers = {}, body, http, kind, code, message }) => {
    const service = await openTestService();
    const received = await send(service, { headers, body });
    expect(received.status).toBe(http);
    expect(received.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const { error, ...answer } = JSON.parse(received.text);
    expect(answer).toEqual({ jsonrpc: '2.0', id: null });
    expect(error).toMatchObject({ code, message, data: { trace_id: received.headers['x-trace-id'] } });
    expect(requestLines(service)).toMatchObject([
      { transport: 'mcp', http, failure: kind, trace_id: received.headers['x-trace-id'] },
    ]);
  });

  test('and says where requests of v2 go', async () => {
    const service = await openTestService();
    const { error } = JSON.parse((await send(service, { headers: mcp, body: { intent: {} } })).text);
    expect(error.data.hint).toContain('POST /mcp/v2');
  });
});

describe('POST /mcp takes everything else as v2', () => {
  test.for(['application/json', 'application/vnd.mcp.v2+json', '*/*'])('accepting %s', async (accept) => {
    const service = await openTestService();
    const body = { ...goodRequest(service.settings), payload: { word: 'parcel' } };
    const received = await send(service, { headers: { accept }, body });
    expect(readAnswer(received).outcome).toMatchObject({ status: 'fulfilled', result: { word: 'parcel' } });
  });

  test.for([
    { name: 'what is no JSON', body: '{"jsonrpc":', code: 'invalid_request' },
    { name: 'no body', body: undefined, code: 'invalid_request' },
    { name: 'a list of JSON-RPC requests', body: [call], code: 'invalid_request' },
    { name: 'jsonrpc anywhere but at the top', body: { payload: { jsonrpc: '2.0' } }, code: 'missing_capability' },
    { name: 'another content type', body: call, type: 'text/plain', code: 'unsupported_media_type' },
  ])('and refuses $name in its envelope', async ({ body, type = 'application/json', code }) => {
    const service = await openTestService();
    const received = await send(service, { headers: { 'content-type': type }, body });
    expect(readAnswer(received).outcome.error?.code).toBe(code);
  });

  test('and leaves the paths of v2 alone, whatever headers and members come there', async () => {
    const service = await openTestService();
    const received = await exchange(service.origin, { headers: mcp, body: call });
    expect(received.status).toBe(400);
    expect(readAnswer(received).outcome.error?.code).toBe('missing_capability');
  });
});
