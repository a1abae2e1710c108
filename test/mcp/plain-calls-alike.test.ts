import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { exchange } from '../http/exchange.ts';
import { startTestService } from '../open-test-service.ts';
import { ENVELOPE } from './post-message.ts';
import { withoutDrawn } from './without-drawn.ts';

/** Nobody reads it; but a call with it is answered by the SDK. */
const BY_THE_SDK = '"com.example/of-no-matter":true,';
const META = 'io.modelcontextprotocol';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body: string;
}

const own = closeAfterAll();
let origin: string;
beforeAll(async () => {
  ({ origin } = await own(startTestService()));
});

/** An echo that says this of itself, and this beside; `_meta` is written last, for the test to find it. */
function echo(more: object = {}, params: object = {}, meta: object = {}): string {
  const call = { name: 'system_echo', arguments: { a: 1 }, ...params, _meta: { ...ENVELOPE, ...meta } };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...more, params: call });
}

function sleep(capabilities: unknown, given: object = {}): Sent {
  const params = { name: 'system_sleep', arguments: given };
  return {
    headers: { 'mcp-name': 'system_sleep' },
    body: echo({}, params, { [`${META}/clientCapabilities`]: capabilities }),
  };
}

const headers = [
  { accept: 'text/html' },
  { accept: 'text/event-stream' },
  { 'content-type': 'application/json;charset=latin1' },
  { 'content-type': 'application/jsonx' },
  { 'content-type': 'text/plain' },
  { 'mcp-name': 'SYSTEM_ECHO' },
  { 'mcp-name': '=?base64?c3lzdGVtX2VjaG8=?=' },
  { 'mcp-method': 'tools/list' },
  { 'mcp-protocol-version': '2025-11-25' },
  { 'mcp-session-id': 'abc' },
  { 'last-event-id': '3' },
  { 'mcp-param-a': '1' },
  { prefer: 'wait=1' },
  { origin: 'http://evil.example' },
  { traceparent: 'x' },
].map((more): [string, Sent] => [`the headers ${JSON.stringify(more)}`, { headers: more, body: echo() }]);

const ids = [0, -1, 1.5, 2 ** 53, 1e21, '', null, true, {}, []].map((id): [string, Sent] => [
  `the id ${JSON.stringify(id)}`,
  { body: echo({ id }) },
]);

const members = [{ jsonrpc: '1.0' }, { extra: 1 }, { method: 'tools/nope' }].map((more): [string, Sent] => [
  `a message with ${JSON.stringify(more)}`,
  { body: echo(more) },
]);

const params = [
  { name: 3 },
  { name: 'constructor' },
  { task: {} },
  { inputResponses: {} },
  { requestState: 'x' },
  { extra: 1 },
  ...[
    null,
    [],
    'x',
    { constructor: 1 },
    { waybill: null },
    { waybill: { mode: 'dry_run' } },
    { waybill: { mode: 'no' } },
  ].map((given) => ({ arguments: given })),
].map((more): [string, Sent] => [`the params ${JSON.stringify(more)}`, { body: echo({}, more) }]);

const metas = [
  { progressToken: 1 },
  { progressToken: null },
  { traceparent: 1 },
  { traceparent: 'x' },
  { tracestate: 'a=1' },
  { [`${META}/logLevel`]: 'debug' },
  { [`${META}/protocolVersion`]: '2025-11-25' },
  ...[null, {}, { name: 'x' }, { name: '', version: '' }, { name: 'x', version: '1', title: 't' }].map((info) => ({
    [`${META}/clientInfo`]: info,
  })),
].map((more): [string, Sent] => [`the _meta ${JSON.stringify(more)}`, { body: echo({}, {}, more) }]);

const capabilities = [
  null,
  [],
  { elicitation: {} },
  { elicitation: 1 },
  { elicitation: { form: { applyDefaults: true } } },
  { elicitation: { weird: {} } },
  { sampling: { tools: {} } },
  { roots: { listChanged: true } },
  { experimental: {} },
  { extensions: {} },
  { unknown: {} },
].map((declared): [string, Sent] => [`the capabilities ${JSON.stringify(declared)}`, sleep(declared)]);

const raw: [string, Sent][] = [
  ['a key twice', { body: echo().replace('"a":1', '"a":1,"a":2') }],
  ['half a surrogate pair', { body: echo().replace('"a":1', '"a":"\\ud800"') }],
  ['a number beyond all', { body: echo().replace('"a":1', '"a":1e400') }],
  ['__proto__ as a key', { body: echo().replace('"a":1', '"__proto__":{"x":1}') }],
  ['arrays 5,000 deep', { body: echo().replace('"a":1', `"a":${'['.repeat(5000)}${']'.repeat(5000)}`) }],
  ['a byte order mark', { body: `\ufeff${echo()}` }],
  ['a batch', { body: `[${echo()}]` }],
  ['a query that leaves the tool out', { path: '/mcp?tools=system.sleep', body: echo() }],
  ['an unreadable query', { path: '/mcp?domain=A!', body: echo() }],
];

test.for([...headers, ...ids, ...members, ...params, ...metas, ...capabilities, ...raw])(
  '%s: answered without the SDK as by it, if it is',
  async ([, { headers: more = {}, path = '/mcp', body }]) => {
    const send = async (text: string) => {
      const {
        status,
        headers: got,
        text: told,
      } = await exchange(origin, {
        path,
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'system_echo',
          ...more,
        },
        body: text,
      });
      return { status, type: got['content-type'], cache: got['cache-control'], told: withoutDrawn(told) };
    };
    const marked = body.replace('"_meta":{', `"_meta":{${BY_THE_SDK}`);
    expect(marked).not.toBe(body);
    expect(await send(body)).toEqual(await send(marked));
  },
);
