import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { exchange } from './exchange.ts';
import { openLab } from './open-lab.ts';
import { until } from './until.ts';

/** As many as may be under way on one connection, and as many again. */
const MOST = 256;
const SENT = 2 * MOST;

async function open(origin: string): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, received: () => received };
}

test('what is sent on one connection without waiting for answers is bounded, and each request is answered in its turn', async () => {
  const limits = { ...testSettings().limits, inFlightPerPrincipal: 10_000 };
  const { service, good, lab } = await openLab({ limits });
  const body = JSON.stringify({ ...good.request('lab.act'), payload: { do: 'wait', ms: 1500 } });
  const request = `POST /mcp/v2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { socket, received } = await open(service.origin);
  socket.write(request.repeat(SENT));
  const statuses = () => received().match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
  await until(() => statuses().length === SENT, 25_000);
  const refused = statuses().filter((status) => status === '429').length;
  expect(statuses().filter((status) => status === '200')).toHaveLength(SENT - refused);
  expect(lab.acts).toHaveLength(SENT - refused);
  expect(refused).toBeGreaterThan(0);
  expect(received()).toContain(`${MOST} requests are under way on this connection, as many as may be`);
  // Answered, they make room again.
  socket.write(request.replace('1500', '0000'));
  await until(() => statuses().length === SENT + 1, 10_000);
  expect(statuses().at(-1)).not.toBe('429');
});

test('connections above the limit are closed as they come and counted, and there is room again when others end', async () => {
  const { service, good } = await openLab({ limits: { ...testSettings().limits, connections: 3 } });
  const kept = await Promise.all([open(service.origin), open(service.origin), open(service.origin)]);
  const more = await open(service.origin);
  await until(() => more.socket.destroyed || more.socket.readableEnded);
  for (const { socket } of kept) socket.destroy();
  const isServed = () =>
    exchange(service.origin, { body: good.request('lab.act') }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const startedMs = performance.now();
  while (!(await isServed())) expect(performance.now() - startedMs).toBeLessThan(10_000);
  const refused = (await scrape(service.origin)).get('waybill_connections_refused_total')?.[0]?.value ?? 0;
  expect(refused).toBeGreaterThanOrEqual(1);
});
