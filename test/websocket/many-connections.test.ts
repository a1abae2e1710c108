import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FrameId } from '../../contracts/frames.ts';
import { CAPABILITIES } from '../http/good-request.ts';
import { until } from '../http/until.ts';
import { type Client, openClient } from './open-client.ts';
import { serveMeasured } from './serve-measured.ts';

const CONNECTIONS = 200;
const IN_FLIGHT = 20;
/** What the process may hold more afterwards than before: code that was compiled meanwhile, labels of metrics. */
const GROWN_BYTES = 8 * 1024 * 1024;

async function mint(origin: string): Promise<{ readonly id: string; readonly business_key: string }> {
  const response = await fetch(`${origin}/mcp/v2/contexts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'many', business_key: 'user_1' }),
  });
  const { contexts } = (await response.json()) as { readonly contexts: readonly { readonly id: string }[] };
  return { id: contexts[0]?.id ?? '', business_key: 'user_1' };
}

type Context = Awaited<ReturnType<typeof mint>>;

const sleep = (context: Context, ms: number) => ({
  client_capabilities: CAPABILITIES,
  intent: { type: 'system', sub_type: 'sleep' },
  context,
  resources: [],
  payload: { ms },
});

/** Sends all at once, each in a trace of its own, and finds every answer by id to be that of its own request. */
async function sendAndMatch(clients: readonly Client[], context: Context): Promise<void> {
  const wanted = clients.map((client) =>
    Array.from({ length: IN_FLIGHT }, (_, index) => {
      const request = { id: `r${index}`, ms: 300 + ((index * 7) % 20), traceId: randomBytes(16).toString('hex') };
      const traceparent = `00-${request.traceId}-00f067aa0ba902b7-01`;
      client.send({ id: request.id, request: sleep(context, request.ms), traceparent });
      return request;
    }),
  );
  const before = clients.map((client) => client.frames.length);
  await until(() => clients.every((client, at) => client.frames.length === (before[at] ?? 0) + IN_FLIGHT), 25_000);
  for (const [at, client] of clients.entries()) {
    const seen = new Map<FrameId | undefined, unknown>(
      client.frames.slice(before[at]).map(({ id, answer: { outcome, trace_id } }) => [id, [outcome.result, trace_id]]),
    );
    const expected = (wanted[at] ?? []).map(({ id, ms, traceId }) => [id, [{ slept_ms: ms }, traceId]] as const);
    expect(seen).toEqual(new Map(expected));
  }
}

describe('a process with many connections', () => {
  test('answers each of 200 × 20 requests in flight by its id, and holds nothing of them afterwards', async () => {
    const service = await serveMeasured(
      'context: { max_age_ms: 3600000 }\nlimits: { shutdown_ms: 2000, in_flight_per_principal: 100000, event_loop_delay_ms: 60000 }\n',
    );
    const context = await mint(service.origin);
    const few = await Promise.all(Array.from({ length: 5 }, () => openClient(service.origin)));
    await sendAndMatch(few, context);
    const before = await service.heapBytes();
    const many = await Promise.all(Array.from({ length: CONNECTIONS }, () => openClient(service.origin)));
    for (let round = 0; round < 3; round += 1) await sendAndMatch(many, context);
    for (const client of many) client.webSocket.close();
    for (const client of many) await client.whenClosed();
    expect((await service.heapBytes()) - before).toBeLessThan(GROWN_BYTES);
  }, 120_000);

  test('that gets 10,000 frames of garbage grows no larger by it, and serves others meanwhile', async () => {
    const service = await serveMeasured(
      'limits: { shutdown_ms: 2000, in_flight_per_principal: 100000, event_loop_delay_ms: 60000 }\n',
    );
    const context = await mint(service.origin);
    const polite = await openClient(service.origin);
    await polite.ask('first', sleep(context, 0));
    const before = await service.heapBytes();
    const rude = await openClient(service.origin);
    const garbage = [
      '{',
      '[]',
      '\u0000',
      '{"id":1}',
      '{"id":{}}',
      'x'.repeat(200),
      '{"id":2,"request":7}',
      Buffer.from([0, 1, 2]),
    ];
    for (let count = 0; count < 10_000; count += 1) {
      rude.send(garbage[count % garbage.length]);
      if (count % 1000 === 0)
        await polite.ask(count, sleep(context, 0)).then(({ outcome }) => expect(outcome.status).toBe('fulfilled'));
    }
    await until(() => rude.frames.length === 10_000, 25_000);
    expect(rude.frames.every(({ answer }) => answer.outcome.status === 'rejected')).toBe(true);
    expect(rude.closed()).toBeUndefined();
    expect((await service.heapBytes()) - before).toBeLessThan(GROWN_BYTES);
  }, 90_000);
});
