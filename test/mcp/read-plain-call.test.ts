import { expect, test } from 'vitest';
import { readPlainCall } from '../../routes/mcp/tools/plain-call.ts';
import { ENVELOPE } from './post-message.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';

const HEADERS = {
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'system_echo',
};
const message = (more: object = {}, params: object = {}, meta: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'system_echo', arguments: { a: 1 }, _meta: { ...ENVELOPE, ...meta }, ...params },
  ...more,
});
const without = (meta: object, key: string) =>
  Object.fromEntries(Object.entries(meta).filter(([each]) => each !== key));

test('a call as most clients send it is plain', () => {
  expect(readPlainCall(HEADERS, message())).toEqual({
    id: 1,
    message: { method: 'tools/call', params: { name: 'system_echo', arguments: { a: 1 } } },
    meta: {},
    envelope: ENVELOPE,
  });
});

test.for([
  ['with an id that is text', HEADERS, message({ id: 'one' })],
  ['without arguments', HEADERS, message({}, { arguments: undefined })],
  [
    'of a client that can be asked',
    HEADERS,
    message({}, {}, { [CAPABILITIES]: { elicitation: { form: {} }, roots: {} } }),
  ],
  ['of a client that does not say who it is', HEADERS, message({}, { _meta: without(ENVELOPE, INFO) })],
  ['that names a trace', HEADERS, message({}, {}, { traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` })],
  ['in a charset that is named', { ...HEADERS, 'content-type': 'application/json; charset=utf-8' }, message()],
] as const)('a call %s is plain', ([, headers, json]) => {
  expect(readPlainCall(headers, json)).toBeDefined();
});

test.for([
  ['no jsonrpc', HEADERS, message({ jsonrpc: '1.0' })],
  ['no id', HEADERS, message({ id: undefined })],
  ['a member that is not of JSON-RPC', HEADERS, message({ result: {} })],
  ['another method', HEADERS, message({ method: 'tools/list' })],
  ['no params', HEADERS, message({ params: [] })],
  ['a task of older drafts', HEADERS, message({}, { task: {} })],
  ['what it was asked before', HEADERS, message({}, { inputResponses: {} })],
  ['a request state', HEADERS, message({}, { requestState: 'sealed' })],
  ['arguments that are a list', HEADERS, message({}, { arguments: [] })],
  ['no _meta', HEADERS, message({}, { _meta: undefined })],
  ['a progress token', HEADERS, message({}, {}, { progressToken: 7 })],
  ['a log level', HEADERS, message({}, {}, { 'io.modelcontextprotocol/logLevel': 'info' })],
  ['another revision', HEADERS, message({}, {}, { [VERSION]: '2027-01-01' })],
  ['no capabilities', HEADERS, message({}, { _meta: without(ENVELOPE, CAPABILITIES) })],
  ['an extension', HEADERS, message({}, {}, { [CAPABILITIES]: { extensions: {} } })],
  ['capabilities of another form', HEADERS, message({}, {}, { [CAPABILITIES]: { elicitation: { form: 1 } } })],
  ['a client without a version', HEADERS, message({}, {}, { [INFO]: { name: 'raw' } })],
  ['a client of icons', HEADERS, message({}, {}, { [INFO]: { name: 'raw', version: '1', icons: [] } })],
  ['a trace that is no text', HEADERS, message({}, {}, { traceparent: 1 })],
  ['no header of the revision', { ...HEADERS, 'mcp-protocol-version': undefined }, message()],
  ['a header of another revision', { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }, message()],
  ['a header of another method', { ...HEADERS, 'mcp-method': 'tools/list' }, message()],
  ['a header of another name', { ...HEADERS, 'mcp-name': 'System_echo' }, message()],
  ['a header for an argument', { ...HEADERS, 'mcp-param-a': '1' }, message()],
  ['another media type', { ...HEADERS, 'content-type': 'application/vnd.mcp.v2+json' }, message()],
] as const)('a call with %s is for the SDK to read', ([, headers, json]) => {
  expect(readPlainCall(headers, json)).toBeUndefined();
});
