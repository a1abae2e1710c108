import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstId } from '../../bench/load/shared/check-answer.ts';
import { isInOrder, readPolled } from '../../bench/load/shared/polling.ts';
import type { Gateway } from '../../bench/replicas/start-gateway.ts';
import type { Replicas } from '../../bench/replicas/start-replicas.ts';
import { exchange } from '../http/exchange.ts';
import { CAPABILITIES } from '../http/good-request.ts';
import { openStream } from '../http/open-stream.ts';
import { until } from '../http/until.ts';
import { openClient } from '../websocket/open-client.ts';
import { startTestGateway } from './open-gateway.ts';
import { startTestReplicas } from './open-replicas.ts';

/** Far longer than any test waits: who sees it begin has not seen it end. */
const ENDLESS = { ms: 600_000, steps: 1000 };

describe.for(['nginx', 'haproxy'] as const)('through %s', (kind) => {
  let replicas: Replicas;
  let gateway: Gateway;

  beforeAll(async () => {
    replicas = await startTestReplicas({
      config: { routes: [{ match: { type: 'system' }, target: 'system', timeout_ms: 900_000 }] },
    });
    gateway = await startTestGateway(kind, replicas.origins);
  });
  afterAll(async () => {
    await gateway?.close();
    await replicas?.close();
  });

  /** A request of its own flow, minted through the gateway. */
  const prepare = async (key: string, businessKey: string, payload: object) => {
    const [type, subType] = key.split('.');
    const minted = await exchange(gateway.origin, {
      path: '/mcp/v2/contexts',
      body: { domain: 'gateway', business_key: businessKey },
    });
    return {
      client_capabilities: { ...CAPABILITIES, supports_streaming: true },
      intent: { type, sub_type: subType, timeout_ms: 800_000 },
      context: { id: firstId(JSON.parse(minted.text)), business_key: businessKey },
      resources: [],
      payload,
    };
  };
  const linesOf = (contextId: string | undefined) =>
    replicas.all
      .flatMap((replica) => replica.log())
      .filter(({ msg, context }) => msg === 'request' && context === contextId);

  test('an event comes before the next is sent, and a caller that leaves is known to have left', async () => {
    const request = await prepare('system.sleep', 'stream', ENDLESS);
    const stream = openStream(gateway.origin, request);
    await until(() => stream.events().length >= 2, 15_000);
    expect(stream.events()[0]).toMatchObject({ event: 'progress', data: { message: 'step 1 of 1000' } });
    expect(stream.ended()).toBe(false);
    const { headers } = await stream.head;
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['content-encoding']).toBeUndefined();
    stream.leave();
    await until(() => linesOf(request.context.id).length === 1, 15_000);
    expect(linesOf(request.context.id)).toMatchObject([{ transport: 'sse', failure: 'cancelled', caller_left: true }]);
  });

  test('frames go both ways on one WebSocket while others are under way', async () => {
    const client = await openClient(gateway.origin, { protocols: ['mcp-v2'] });
    expect(client.webSocket.protocol).toBe('mcp-v2');
    client.send({ id: 'long', request: await prepare('system.sleep', 'long', ENDLESS) });
    await until(() => client.frames.some(({ id, event }) => id === 'long' && event === 'progress'), 15_000);
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await client.ask(turn, await prepare('system.echo', `short_${turn}`, { turn }));
      expect(answer.outcome).toMatchObject({ status: 'fulfilled', result: { turn } });
    }
    client.send({ id: 'long', event: 'cancel' });
    expect((await client.outcome('long', 15_000)).outcome.error?.code).toBe('cancelled');
  });

  test('WebSockets are spread over the replicas', async () => {
    const ids: (string | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      const client = await openClient(gateway.origin);
      const request = await prepare('system.echo', `spread_${count}`, {});
      ids.push(request.context.id);
      await client.ask('only', request);
    }
    const served = () =>
      replicas.all.filter((replica) =>
        replica.log().some(({ context, transport }) => transport === 'websocket' && ids.includes(String(context))),
      );
    await until(() => served().length >= 2);
  });

  test('each poll is answered by whichever replica it reaches: every event, in order', async () => {
    const steps = 12;
    const request = await prepare('system.sleep', 'poll', { ms: 2400, steps });
    const start = await exchange(gateway.origin, {
      path: '/mcp/polling',
      headers: { prefer: 'wait=0' },
      body: request,
    });
    let polled = readPolled(start.status, JSON.parse(start.text));
    const sequences: number[] = [];
    let polls = 0;
    while (polled.state === 'running') {
      sequences.push(...polled.sequences);
      const next = await exchange(gateway.origin, { method: 'GET', path: polled.path, headers: { prefer: 'wait=1' } });
      polled = readPolled(next.status, JSON.parse(next.text));
      polls += 1;
    }
    expect(polled).toMatchObject({ state: 'finished', answer: { outcome: { status: 'fulfilled' } } });
    sequences.push(...(polled.state === 'finished' ? polled.sequences : []));
    expect(isInOrder(sequences, steps), sequences.join()).toBe(true);
    expect(polls).toBeGreaterThan(3);
  });
});
