import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { WaybillRequest } from '../../contracts/request.ts';
import { type Running, serve } from '../cli/run-waybill.ts';
import { scrape } from '../telemetry/scrape.ts';
import { POLLING } from './drivers/polling.ts';
import { matrixGood } from './good.ts';
import { KeptSocket } from './kept-socket.ts';
import { LOADED, loadOverAll, newTrace, type Sent } from './load-over-all.ts';
import { MATRIX_SECRET } from './matrix-config.ts';
import type { Line } from './world.ts';

/** What a busy machine takes beyond the time that the program gives itself. */
const TO_EXIT_MS = 5000;

const GOOD = matrixGood();

function start(shutdownMs: number): Promise<Running> {
  const config = { limits: { shutdown_ms: shutdownMs }, v1: { actions: { sleep: { intent: 'system.sleep' } } } };
  return serve(JSON.stringify(config), [], { WAYBILL_SECRET: MATRIX_SECRET });
}

const sleepFor = (ms: number): WaybillRequest => ({ ...GOOD.request('system.sleep'), payload: { ms, steps: 3 } });

async function openSockets(origin: string, count: number): Promise<readonly KeptSocket[]> {
  const sockets = Array.from({ length: count }, () => new KeptSocket(origin));
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  await Promise.all(sockets.map((socket) => socket.opened()));
  return sockets;
}

function requestLines(service: Running): readonly Line[] {
  const lines = service.stdout().split('\n');
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');
}

/** What was written down was told, once; what was not was never taken. */
function expectNothingLost(sent: readonly Sent[], service: Running): void {
  const written = requestLines(service).map(({ trace_id }) => trace_id);
  const taken = new Set(written);
  expect(written).toHaveLength(taken.size);
  const isTold = ({ saw }: Sent) => saw === 'answered' || saw === 'refused';
  expect(sent.filter((one) => isTold(one) !== taken.has(one.traceId))).toEqual([]);
  expect(sent.filter(({ saw }) => saw.startsWith('told'))).toEqual([]);
}

test('under load over all transports nothing that was taken is lost, or answered twice', async () => {
  const budgetMs = 8000;
  const service = await start(budgetMs);
  const sockets = await openSockets(service.origin, 4);
  const loading = loadOverAll({ origin: service.origin, sockets, request: () => sleepFor(150), forMs: 4000 });
  await delay(2000);
  const askedMs = performance.now();
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  expect(performance.now() - askedMs).toBeLessThan(budgetMs + TO_EXIT_MS);

  const sent = await loading;
  expectNothingLost(sent, service);
  for (const socket of sockets) {
    expect(Math.max(...socket.outcomes.values())).toBe(1);
    expect(await socket.closed).toBe(1001);
  }
  const answered = LOADED.map((name) => sent.filter(({ over, saw }) => over === name && saw === 'answered').length);
  expect(Math.min(...answered)).toBeGreaterThan(20); // of each transport, or this showed nothing
});

test('what takes longer than there is time is told that it is lost', async () => {
  const service = await start(4000);
  const [socket] = await openSockets(service.origin, 1);
  const polls = Array.from({ length: 3 }, () => {
    const { traceparent } = newTrace();
    return POLLING.start(service.origin, { body: sleepFor(60_000) }, traceparent).came;
  });
  const frame = socket?.ask('long', sleepFor(60_000), newTrace().traceparent);
  while ((await runningExchanges(service.origin)) !== 3) await delay(20);

  const askedMs = performance.now();
  service.signal('SIGTERM');
  const told = await Promise.all([...polls, frame?.then((answer) => ({ answer, http: 410 }))]);
  for (const one of told) {
    expect(one).toMatchObject({
      http: 410,
      answer: { outcome: { status: 'partially_fulfilled', effect: 'unknown', error: { code: 'owner_lost' } } },
    });
  }
  expect(await service.ended()).toBe(0);
  expect(performance.now() - askedMs).toBeLessThan(4000 + TO_EXIT_MS);
  expect(service.stdout().match(/"msg":"exchange lost/g)).toHaveLength(3);
});

async function runningExchanges(origin: string): Promise<number> {
  const samples = (await scrape(origin)).get('waybill_exchanges') ?? [];
  return samples.find(({ labels }) => labels.state === 'running')?.value ?? 0;
}

test('a second signal ends it at once', async () => {
  const service = await start(60_000);
  const poll = POLLING.start(service.origin, { body: sleepFor(60_000) }, newTrace().traceparent).came;
  const broken = poll.then(
    () => false,
    () => true,
  );
  while ((await runningExchanges(service.origin)) !== 1) await delay(20);
  service.signal('SIGTERM');
  await untilNotReady(service.origin);
  await delay(700); // one Ctrl-C may arrive twice: what follows within half a second is the same
  const againMs = performance.now();
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(143);
  expect(performance.now() - againMs).toBeLessThan(TO_EXIT_MS);
  expect(await broken).toBe(true);
});

/** Said while the exchange keeps the listener open. */
async function untilNotReady(origin: string): Promise<void> {
  let isReady = true;
  const ask = async () => {
    isReady = (await fetch(`${origin}/readyz`)).ok;
  };
  while (isReady) await ask();
}
