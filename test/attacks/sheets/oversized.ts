import type { WaybillRequest } from '../../../contracts/request.ts';
import { testSettings } from '../../open-test-service.ts';
import { type Attack, byFrame, byHttp, byRaw } from '../attack.ts';

const KIB = 1024;
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const withPayload = (request: WaybillRequest, payload: string) =>
  JSON.stringify(request).replace('"payload":{}', `"payload":{"x":${payload}}`);
const lines = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`);
const small = { limits: { ...testSettings().limits, bodyBytes: 64 * KIB } };
/** Its own close code says what was wrong; an answer would be buffered for someone who floods. */
const CUT_OFF = 'cut_off';

export const OVERSIZED_ATTACKS: readonly Attack[] = [
  {
    attack: 'a body above the limit',
    send: byHttp((good) => ({ body: withPayload(good.request(), JSON.stringify('x'.repeat(100 * KIB))) })),
    settings: small,
    expected: 'payload_too_large',
    because: 'it is refused by its length, before it is read',
  },
  {
    attack: 'a body above the limit that does not say how long it is',
    send: byHttp((good) => ({
      headers: { 'transfer-encoding': 'chunked' },
      body: withPayload(good.request(), JSON.stringify('x'.repeat(100 * KIB))),
    })),
    settings: small,
    expected: 'payload_too_large',
    because: 'it is counted as it comes',
  },
  {
    attack: 'a length of a petabyte',
    send: byRaw(() =>
      [
        'POST /mcp/v2 HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${2 ** 50}`,
        '',
        '{',
      ].join('\r\n'),
    ),
    expected: 'payload_too_large',
    because: 'nothing is set aside for it',
  },
  {
    attack: 'objects nested a hundred thousand deep',
    send: byHttp((good) => ({ body: withPayload(good.request(), nested('{"a":', '}', 100_000)) })),
    expected: 'invalid_request',
    because: 'whatever walks it by recursion would run out of stack',
  },
  {
    attack: 'lists nested a hundred thousand deep',
    send: byHttp((good) => ({ body: withPayload(good.request(), nested('[', ']', 100_000)) })),
    expected: 'invalid_request',
    because: 'as above',
  },
  {
    attack: 'lists nested deep in X-Client-Capabilities',
    send: byHttp((good) => ({
      headers: { 'x-client-capabilities': nested('[', ']', 7000) },
      body: { ...good.request(), client_capabilities: undefined },
    })),
    expected: 'invalid_request',
    because: 'JSON is JSON, wherever it stands',
  },
  {
    attack: 'three hundred headers',
    send: byRaw(() => ['GET /livez HTTP/1.1', 'Host: localhost', ...lines(300), '', ''].join('\r\n')),
    expected: 'headers_too_large',
    because: 'Node would cut some off and say nothing',
  },
  {
    attack: 'three thousand headers, the last of which is an Origin',
    send: byRaw(() => ['GET /livez HTTP/1.1', 'Host: localhost', ...lines(1100), 'Origin: x', '', ''].join('\r\n')),
    expected: 'headers_too_large',
    because: 'a header that is cut off is not checked',
  },
  {
    attack: 'one header of 32 KiB',
    send: byRaw(() => `GET /livez HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(32 * KIB)}\r\n\r\n`),
    expected: 'headers_too_large',
    because: 'it would be held for every connection',
  },
  {
    attack: 'a path of 32 KiB',
    send: byRaw(() => `GET /${'a'.repeat(32 * KIB)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    expected: 'headers_too_large',
    because: 'the path is part of the head',
  },
  {
    attack: 'a megabyte of trailers',
    send: byRaw(() =>
      [
        'POST /mcp/v2 HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        '2',
        '{}',
        '0',
        ...Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${'a'.repeat(100)}`),
        '',
        '',
      ].join('\r\n'),
    ),
    expected: 'headers_too_large',
    because: 'what follows a body is held like headers',
  },
  {
    attack: 'a frame above the limit',
    send: byFrame(() => Buffer.alloc(2 * KIB * KIB, ' ')),
    expected: CUT_OFF,
    because: 'the connection is closed with 1009',
  },
  {
    attack: 'a frame nested a hundred thousand deep',
    send: byFrame(() => nested('[', ']', 100_000)),
    expected: 'invalid_request',
    because: 'as bodies are',
  },
  {
    attack: 'ten thousand unknown properties',
    send: byHttp((good) => ({
      body: { ...good.request(), ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, at])) },
    })),
    expected: 'invalid_request',
    because: 'the answer names some of them, not all',
  },
  {
    attack: 'ten thousand resources',
    send: byHttp((good) => ({
      body: {
        ...good.request('lab.act'),
        resources: Array.from({ length: 10_000 }, (_, at) => ({ type: 'lever', identifier: `l${at}`, state: 'on' })),
      },
    })),
    expected: 'invalid_request',
    because: 'each would be looked at',
  },
  {
    attack: 'a business key of 64 KiB',
    send: byHttp((good) => ({
      body: { ...good.request(), context: { ...good.request().context, business_key: 'k'.repeat(64 * KIB) } },
    })),
    expected: 'invalid_request',
    because: 'it goes into every line about the request',
  },
  {
    attack: 'a compressed body',
    send: byHttp((good) => ({ headers: { 'content-encoding': 'gzip' }, body: good.request() })),
    expected: 'unsupported_media_type',
    because: 'a small one could unpack to a huge one',
  },
];
