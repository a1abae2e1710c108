import { describe, expect, test } from 'vitest';
import { openLab } from '../http/open-lab.ts';
import { until } from '../http/until.ts';
import { testSettings } from '../open-test-service.ts';
import { openClient } from './open-client.ts';

const budget = (shutdownMs: number) => ({ limits: { ...testSettings().limits, shutdownMs } });

describe('a service that ends', () => {
  test('answers what is in flight, refuses what is new, and then says that it goes away', async () => {
    const { service, good, lab } = await openLab(budget(20_000));
    const client = await openClient(service.origin);
    const idle = await openClient(service.origin);
    client.send({ id: 'long', request: { ...good.request('lab.act'), payload: { do: 'wait', ms: 2000 } } });
    client.send({ id: 'short', request: { ...good.request('lab.act'), payload: { do: 'wait', ms: 1000 } } });
    await until(() => lab.acts.length === 2);
    const closed = service.close();
    expect(await idle.whenClosed()).toEqual({ code: 1001, reason: 'the service is closing' });
    const refused = await client.ask('new', good.request('lab.act'));
    expect(refused.outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'overloaded' } });
    expect(refused.outcome.error?.hint).toContain('Connect again');
    expect(await client.whenClosed(10_000)).toEqual({ code: 1001, reason: 'the service is closing' });
    expect(client.frames.map(({ id, answer }) => [id, answer.outcome.status])).toEqual([
      ['new', 'rejected'],
      ['short', 'fulfilled'],
      ['long', 'fulfilled'],
    ]);
    expect(lab.acts).toHaveLength(2);
    await closed;
  });

  test('takes cancels to the end', async () => {
    const { service, good, lab } = await openLab(budget(20_000));
    const client = await openClient(service.origin);
    client.send({ id: 1, request: { ...good.request('lab.act'), payload: { do: 'wait', ms: 20_000 } } });
    await until(() => lab.acts.length === 1);
    const closed = service.close();
    client.send({ id: 1, event: 'cancel' });
    expect((await client.outcome(1)).outcome.error?.code).toBe('cancelled');
    expect(await client.whenClosed()).toMatchObject({ code: 1001 });
    await closed;
  });

  test('tells what would take longer than its budget that nobody will say what came of it', async () => {
    const { service, good, lab } = await openLab(budget(1500));
    const client = await openClient(service.origin);
    client.send({ id: 'late', request: { ...good.request('lab.act'), payload: { do: 'deaf', ms: 4000 } } });
    await until(() => lab.acts.length === 1);
    const startedMs = performance.now();
    await Promise.all([service.close(), client.whenClosed(10_000)]);
    expect(performance.now() - startedMs).toBeLessThan(4000);
    expect(client.frames).toMatchObject([
      {
        id: 'late',
        answer: {
          intent: { type: 'lab', sub_type: 'act' },
          outcome: {
            status: 'partially_fulfilled',
            effect: 'unknown',
            error: { code: 'owner_lost', recoverable: false },
          },
        },
      },
    ]);
    expect(client.closed()).toEqual({ code: 1001, reason: 'the service is closing' });
  });

  test('waits no longer than its budget for a client that answers no close', async () => {
    const { service, good } = await openLab(budget(1000));
    const client = await openClient(service.origin);
    await client.ask(1, good.request('lab.read'));
    client.webSocket.pause();
    const startedMs = performance.now();
    await service.close();
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});
