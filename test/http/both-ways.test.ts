import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, type Received, type Sent } from './exchange.ts';
import { type OpenLab, startLab } from './open-lab.ts';
import { BAD_CONTEXTS } from './sheets/bad-contexts.ts';
import { BAD_ENVELOPES } from './sheets/bad-envelopes.ts';
import { BAD_INTENTS } from './sheets/bad-intents.ts';
import type { BadRequest } from './sheets/bad-request.ts';

const GOOD: Pick<BadRequest, 'name' | 'send'>[] = [
  { name: 'an echo', send: ({ request }) => ({ body: { ...request(), payload: { text: 'ünïcode \u{1F4E6}' } } }) },
  { name: 'a long answer', send: ({ request }) => ({ body: { ...request(), payload: { text: 'x'.repeat(5000) } } }) },
  {
    name: 'a compressed answer',
    send: ({ request }) => {
      const body = { ...request(), payload: { text: 'x'.repeat(5000) } };
      return {
        headers: { 'accept-encoding': 'br' },
        body: { ...body, client_capabilities: { ...body.client_capabilities, preferred_encoding: 'brotli' } },
      };
    },
  },
  { name: 'an act', send: ({ request }) => ({ body: request('lab.act') }) },
  { name: 'a throw', send: ({ request }) => ({ body: { ...request('lab.act'), payload: { do: 'throw' } } }) },
  { name: 'no body', send: () => ({ body: '' }) },
  { name: 'no JSON', send: () => ({ body: '{"intent"' }) },
  { name: 'no UTF-8', send: () => ({ body: Buffer.from([0x7b, 0xff, 0x7d]) }) },
  {
    name: 'a media type of ours',
    send: ({ request }) => ({ headers: { accept: 'application/vnd.mcp.v2+json' }, body: request() }),
  },
  { name: 'a body over the limit', send: () => ({ body: `"${'x'.repeat(1_048_576)}"` }) },
];

/** Rows that set the Content-Type, or settings of their own, can't be sent both ways to one service. */
const SHEET = [
  ...GOOD,
  ...[...BAD_ENVELOPES, ...BAD_CONTEXTS, ...BAD_INTENTS].filter(({ settings }) => settings === undefined),
];

let lab: OpenLab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.service.close());

/** A parameter of the media type is out of the ordinary, and says nothing. */
const BESIDE_THE_DOOR = 'application/json; charset=utf-8';

describe('a request is answered alike by the plain door and by Fastify', () => {
  test.for(SHEET)('$name', async ({ send }) => {
    const sent = send(lab.good);
    const plain = await exchange(lab.service.origin, sent);
    const routed = await exchange(lab.service.origin, withType(sent, BESIDE_THE_DOOR));
    expect(comparable(plain)).toEqual(comparable(routed));
  });
});

function withType(sent: Sent, type: string): Sent {
  return { ...sent, headers: { ...sent.headers, 'content-type': type } };
}

/** What differs between any two answers is left out: ids, times, and whether the connection is kept (each of these has one of its own). */
function comparable({ status, headers, bytes }: Received) {
  const { date: _date, connection: _connection, 'x-trace-id': traceId, 'content-length': _length, ...others } = headers;
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  if (headers['content-encoding'] !== undefined) return { status, others, length: Math.round(bytes.length / 100) };
  const { trace_id: answeredId, ...answer } = JSON.parse(bytes.toString());
  expect(answeredId).toBe(traceId);
  const text = JSON.stringify(answer)
    .replace(/("error_id":"|error id )[0-9a-f]{16}/g, '$1')
    // Minted anew for each answer: of two, one may come after the minute is full.
    .replace(/("next_id":"[^"]+)-\d{13}-(\d+)-[0-9a-f]+/, '$1-$2');
  return { status, others, answer: text.replace(/"(\w+_ms|ms)":[\d.]+/g, '$1') };
}
