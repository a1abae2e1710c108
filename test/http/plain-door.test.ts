import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostCheck } from '../../routes/check-callers.ts';
import { Connections } from '../../routes/connections.ts';
import { openPlainDoor } from '../../routes/plain-door.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { exchange, type Sent } from './exchange.ts';

const BODY_BYTES = 2000;
const JSON_TYPE = { 'content-type': 'application/json' };

async function openDoor() {
  const { core } = await openTestCore();
  let isReady = true;
  const door = openPlainDoor({
    served: { core: () => core, ready: () => isReady, leftMs: () => 0, onSwap: () => () => undefined },
    connections: new Connections(),
    isOurHost: createHostCheck(['shop.example']),
    limits: { bodyBytes: BODY_BYTES, headerCount: 256 },
  });
  return { door, close: () => (isReady = false) };
}

const { door, close } = await openDoor();
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (door(request, response)) return;
  request.resume().on('end', () => response.end('left'));
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // `as`: it listens on a port
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const wasTaken = async (sent: Sent): Promise<boolean> => (await exchange(origin, sent)).text !== 'left';

describe('the plain door takes', () => {
  const PLAIN: readonly (Sent & { readonly because: string })[] = [
    { because: 'a JSON body', body: {} },
    { because: 'our media type', headers: { 'content-type': 'application/vnd.mcp.v2+json' }, body: {} },
    { because: 'a host name of ours', headers: { host: 'Shop.example:81' }, body: {} },
    { because: 'an Accept', headers: { accept: 'application/json' }, body: {} },
    { because: 'a body as large as may be', body: JSON.stringify('x'.repeat(BODY_BYTES - 2)) },
  ];
  test.for(PLAIN)('$because', async (sent) => {
    expect(await wasTaken(sent)).toBe(true);
  });
});

describe('the plain door leaves to Fastify', () => {
  const OTHERS: readonly (Sent & { readonly because: string })[] = [
    { because: 'another method', method: 'PUT', body: {} },
    { because: 'another path', path: '/mcp', body: {} },
    { because: 'a query', path: '/mcp/v2?a=1', body: {} },
    { because: 'another media type', headers: { 'content-type': 'text/plain' }, body: {} },
    { because: 'no media type', headers: { 'content-type': '' }, body: {} },
    { because: 'a body too large', body: JSON.stringify('x'.repeat(BODY_BYTES - 1)) },
    { because: 'a body of unknown length', headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, body: {} },
    { because: 'a compressed body', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: {} },
    { because: 'a web page', headers: { ...JSON_TYPE, origin: 'https://app.example' }, body: {} },
    { because: 'a page of our own', headers: { ...JSON_TYPE, origin: 'http://127.0.0.1' }, body: {} },
    { because: 'a stream', headers: { ...JSON_TYPE, accept: 'text/event-stream' }, body: {} },
    { because: 'an unknown host', headers: { ...JSON_TYPE, host: 'evil.example' }, body: {} },
  ];
  test.for(OTHERS)('$because', async (sent) => {
    expect(await wasTaken(sent)).toBe(false);
  });

  test('everything, once the service closes', async () => {
    close();
    expect(await wasTaken({ body: {} })).toBe(false);
  });
});
