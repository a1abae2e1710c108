import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { openSealer } from '../../src/core/sealer.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { readAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';
import { openTestService, startTestService, type TestService, testSettings } from '../open-test-service.ts';
import { begin, follow, get, poll } from './poll.ts';

/** With exchanges that nobody fetches it would take all its time to close. */
const INTERNAL = {
  listen: { ...testSettings().listen, internal: { host: '127.0.0.1', port: 0 } },
  limits: { ...testSettings().limits, shutdownMs: 300 },
};
const LATER_MS = 60_000;

const sleep = (service: TestService, ms: number) => ({
  ...goodRequest(service.settings, 'system.sleep'),
  payload: { ms },
});
const pathOf = (ticket: string) => `/mcp/polling/${ticket}?cursor=0`;
const outcomeOf = (received: Awaited<ReturnType<typeof exchange>>) => readAnswer(received).outcome;

/** A ticket as the service seals them, with something else in it. */
function forge(
  { settings }: TestService,
  value: JsonObject,
  { purpose = 'exchange', lifeMs = LATER_MS, secrets = settings.secrets } = {},
) {
  const sealed = { id: 'a'.repeat(32), principal: 'anonymous', boot: 'b'.repeat(32), ...value };
  return openSealer(secrets).seal(purpose, sealed, Date.now() + lifeMs);
}

async function listenAt(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const serveAt = (listener: RequestListener) => listenAt(createServer(listener));

const closeLater = closeAfterAll();

describe('a ticket that is not as it was given', () => {
  let service: TestService;
  let ticket: string;
  let other: string;

  beforeAll(async () => {
    service = await closeLater(startTestService(INTERNAL));
    ticket = (await begin(service.origin, sleep(service, 60_000))).pending.ticket;
    other = (await begin(service.origin, sleep(service, 60_000))).pending.ticket;
  });

  const part = (text: string, index: number, change: (part: string) => string) =>
    text
      .split('.')
      .map((each, at) => (at === index ? change(each) : each))
      .join('.');
  const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

  const KINDS: readonly { readonly kind: string; readonly make: () => string | Promise<string> }[] = [
    { kind: 'made up', make: () => 'ticket' },
    { kind: 'of dots', make: () => '....' },
    { kind: 'of another cipher text', make: () => part(ticket, 3, flip) },
    { kind: 'of another nonce', make: () => part(ticket, 2, flip) },
    { kind: 'of another tag', make: () => part(ticket, 4, flip) },
    { kind: 'of another header', make: () => part(ticket, 0, flip) },
    { kind: 'not encrypted', make: () => part(ticket, 0, () => Buffer.from('{"alg":"none"}').toString('base64url')) },
    { kind: 'with a key in it', make: () => part(ticket, 1, () => 'AAAA') },
    { kind: 'cut short', make: () => ticket.slice(0, -8) },
    { kind: 'longer', make: () => `${ticket}AAAA` },
    { kind: 'with a line break behind it', make: () => `${ticket}%0A` },
    { kind: 'with a space in it', make: () => part(ticket, 3, (text) => `${text}%20`) },
    { kind: 'in capitals', make: () => ticket.toUpperCase() },
    { kind: 'of two halves', make: () => part(ticket, 3, () => other.split('.')[3] ?? '') },
    { kind: 'far too long', make: () => 'A'.repeat(2000) },
    { kind: 'of another secret', make: () => forge(service, {}, { secrets: [randomBytes(32)] }) },
    { kind: 'sealed for something else', make: () => forge(service, {}, { purpose: 'page' }) },
    { kind: 'expired', make: () => forge(service, {}, { lifeMs: -1 }) },
    { kind: 'without an exchange', make: () => forge(service, { id: 1 }) },
  ];

  test.for(KINDS)('$kind is not found', async ({ make }) => {
    const path = pathOf(await make());
    for (const method of ['GET', 'DELETE']) {
      const received = await exchange(service.origin, { method, path });
      expect(received.status).toBe(404);
      expect(outcomeOf(received)).toMatchObject({ effect: 'none', error: { code: 'not_found' } });
      expect(outcomeOf(received).error?.hint).toBeTruthy();
    }
  });

  test.for(KINDS)('$kind is not found by other replicas either', async ({ make }) => {
    const path = `/exchanges/${await make()}?cursor=0`;
    const received = await exchange(`http://${service.internalAddress}`, { method: 'GET', path });
    expect(received.status).toBe(404);
  });

  test('of another caller is not found', async () => {
    const path = pathOf(await forge(service, { principal: 'somebody' }));
    expect((await exchange(service.origin, { method: 'GET', path })).status).toBe(404);
  });

  test('leads nowhere: no address is asked but one that we sealed', async () => {
    let asked = 0;
    const address = await serveAt((_request, response) => {
      asked += 1;
      response.end();
    });
    const foreign = await forge(service, { address }, { secrets: [randomBytes(32)] });
    const sent = {
      method: 'GET',
      headers: { host: '127.0.0.1', 'x-forwarded-host': address, forwarded: `host=${address}` },
    };
    expect((await exchange(service.origin, { ...sent, path: pathOf(foreign) })).status).toBe(404);
    await poll(service.origin, { ...sent, path: `${pathOf(ticket)}&address=${address}`, waitS: 0 });
    expect(asked).toBe(0);
  });
});

describe('an owner that answers otherwise than a replica', () => {
  test.for([
    { what: 'another program', make: () => serveAt((_request, response) => void response.end('{"answer":{}}')) },
    { what: 'one that hangs up', make: () => listenAt(createTcpServer((socket) => void socket.destroy())) },
    {
      what: 'one that sends no HTTP',
      make: () => listenAt(createTcpServer((socket) => void socket.end('SSH-2.0\r\n\r\n'))),
    },
    {
      what: 'one that sends elsewhere',
      make: () =>
        serveAt((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    },
    {
      what: 'one that says nothing',
      make: () => listenAt(createTcpServer((socket) => void socket.on('error', () => {}))),
    },
    { what: 'nobody', make: async () => '127.0.0.1:1' },
  ])('$what is out of reach', async ({ make }) => {
    const service = await openTestService(INTERNAL);
    const path = pathOf(await forge(service, { address: await make() }));
    const received = await exchange(service.origin, { method: 'GET', path, headers: { prefer: 'wait=0' } });
    expect(received.status).toBe(503);
    expect(received.headers['retry-after']).toBe('1');
    expect(outcomeOf(received)).toMatchObject({
      effect: 'none',
      error: { code: 'owner_unreachable', recoverable: true },
    });
  });
});

describe('two replicas', () => {
  const openTwo = async () => {
    const one = await openTestService(INTERNAL);
    return [one, await openTestService({ ...INTERNAL, secrets: one.settings.secrets })] as const;
  };

  test('answer alike for an exchange of one of them', async () => {
    const [owner, other] = await openTwo();
    const { location } = await begin(owner.origin, sleep(owner, 300));
    const { end } = await follow([other.origin], location, 20);
    const [here, there] = await Promise.all([get(owner.origin, location), get(other.origin, location)]);
    const { date: _here, 'keep-alive': _keep, ...headers } = here.headers;
    expect(there.headers).toMatchObject({ ...headers, connection: expect.any(String) });
    expect(here.end).toEqual(there.end);
    expect(end.status).toBe(200);
    const far = await exchange(other.origin, { method: 'GET', path: location.replace('cursor=0', 'cursor=9') });
    expect([far.status, outcomeOf(far).error?.field]).toEqual([400, 'cursor']);
  });

  test('keep no poll that its client has given up', async () => {
    const service = await openTestService(INTERNAL);
    const owner: IncomingMessage[] = [];
    const address = await serveAt((request) => void owner.push(request));
    const url = new URL(pathOf(await forge(service, { address })), service.origin);
    const given = new AbortController();
    const waiting = fetch(url, { signal: given.signal }).catch(() => 'given up');
    await until(() => owner.length === 1);
    given.abort();
    expect(await waiting).toBe('given up');
    await until(() => owner[0]?.destroyed === true);
    expect(service.log()).toEqual([]);
  });
});

describe('the internal listener', () => {
  test.for([
    '/',
    '/mcp/v2',
    '/mcp',
    '/mcp/polling',
    '/mcp/polling/x',
    '/livez',
    '/readyz',
    '/metrics',
    '/docs',
    '/exchanges',
  ])('serves nothing at %s', async (path) => {
    const service = await openTestService(INTERNAL);
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const received = await exchange(`http://${service.internalAddress}`, { method, path });
      expect([method, received.status]).toEqual([method, 404]);
      expect(received.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('lets no page of another origin read what a ticket leads to', async () => {
    const service = await openTestService({
      ...INTERNAL,
      listen: { ...INTERNAL.listen, allowedOrigins: ['https://app.example'] },
    });
    const { ticket } = (await begin(service.origin, sleep(service, 60_000))).pending;
    const received = await exchange(`http://${service.internalAddress}`, {
      method: 'GET',
      path: `/exchanges/${ticket}?cursor=0`,
      headers: { origin: 'https://app.example', prefer: 'wait=0' },
    });
    expect(received.headers['access-control-allow-origin']).toBeUndefined();
    await poll(service.origin, { method: 'DELETE', path: pathOf(ticket) });
  });

  test('reads no bodies', async () => {
    const service = await openTestService(INTERNAL);
    const received = await exchange(`http://${service.internalAddress}`, {
      method: 'DELETE',
      path: '/exchanges/x',
      body: 'x'.repeat(100_000),
    });
    expect(received.status).toBe(415);
  });

  test('says of a ticket from before a restart that its exchange is lost, and asks nobody else', async () => {
    const service = await openTestService(INTERNAL);
    let asked = 0;
    const address = await serveAt((_request, response) => {
      asked += 1;
      response.end();
    });
    const path = `/exchanges/${await forge(service, { address })}?cursor=0`;
    const received = await exchange(`http://${service.internalAddress}`, { method: 'GET', path });
    expect(received.status).toBe(410);
    expect(outcomeOf(received)).toMatchObject({ effect: 'unknown', error: { code: 'owner_lost' } });
    expect(asked).toBe(0);
  });
});
