import { describe, expect, test } from 'vitest';
import { SCENARIOS } from '../../bench/load/scenarios.ts';
import { Tally } from '../../bench/load/tally.ts';
import { until } from '../http/until.ts';
import { openGateway } from './open-gateway.ts';
import { openReplicas } from './open-replicas.ts';

const USERS = 6;
const WITHIN_MS = 120_000;

describe.for(['nginx', 'haproxy'] as const)('behind %s', (kind) => {
  test('one replica after the other starts anew, and no request is lost', { timeout: WITHIN_MS }, async () => {
    const replicas = await openReplicas({ count: 2 });
    const gateway = await openGateway(kind, replicas.origins);
    const tally = new Tally();
    let isOver = false;
    const users = Array.from({ length: USERS }, (_, user) =>
      SCENARIOS.http?.({ origin: gateway.origin, user, tally, isOver: () => isOver }),
    );
    const goOn = async (): Promise<void> => {
      const { requests } = tally.figures();
      await until(() => tally.figures().requests > requests + 200, 30_000);
    };
    for (const index of replicas.all.keys()) {
      await goOn();
      replicas.all[index]?.process.signal('SIGTERM');
      expect(await replicas.all[index]?.process.exited()).toBe(0);
      await goOn();
      await replicas.restart(index);
    }
    await goOn();
    isOver = true;
    await Promise.all(users);
    const { requests, crossed } = tally.figures();
    expect(requests).toBeGreaterThan(1000);
    // How long answers take is the business of others.
    const lost = crossed.filter((sentence) => !sentence.startsWith('95 %'));
    expect(lost, gateway.process.output().slice(-3000)).toEqual([]);
  });
});
