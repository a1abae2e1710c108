import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { scrape } from './scrape.ts';

describe('/metrics', () => {
  test('counts requests by intent, target, outcome and failure kind, with their durations', async () => {
    const { service, good } = await openLab();
    await send(service.origin, good.request());
    await send(service.origin, good.request());
    await send(service.origin, { ...good.request('system.sleep'), payload: {} });
    await send(service.origin, good.request('lab.pull'));
    const samples = await scrape(service.origin);
    expect(samples.get('waybill_requests_total')).toEqual([
      {
        labels: { intent: 'system.echo', target: 'system', status: 'fulfilled', effect: 'none', failure: 'none' },
        value: 2,
      },
      {
        labels: {
          intent: 'system.sleep',
          target: 'none',
          status: 'rejected',
          effect: 'none',
          failure: 'payload_invalid',
        },
        value: 1,
      },
      {
        labels: { intent: 'lab.pull', target: 'none', status: 'rejected', effect: 'none', failure: 'resource_missing' },
        value: 1,
      },
    ]);
    expect(samples.get('waybill_request_duration_seconds_count')).toContainEqual({
      labels: { intent: 'system.echo', status: 'fulfilled' },
      value: 2,
    });
    expect(samples.has('process_cpu_seconds_total')).toBe(true);
  });

  test('shows how long looks take, and how many missed the objective', async () => {
    const { service, good } = await openLab({
      precheck: { objectiveMs: 300, limitMs: 5000, limitMsByType: new Map() },
    });
    const lever = (took_ms: number) => ({ type: 'lever', identifier: 'a', state: 'on', metadata: { took_ms } });
    await send(service.origin, { ...good.request('lab.pull'), resources: [lever(700), lever(0)] });
    const samples = await scrape(service.origin);
    expect(samples.get('waybill_precheck_look_duration_seconds_count')).toEqual([
      { labels: { type: 'lever' }, value: 2 },
    ]);
    expect(samples.get('waybill_precheck_objective_missed_total')).toEqual([{ labels: { type: 'lever' }, value: 1 }]);
  });

  test('cannot be made to grow by clients: whatever they name is no label', async () => {
    const { service, good } = await openLab();
    const invent = async (word: string) => {
      const request = good.request('system.echo', { domain: word, businessKey: word });
      await send(service.origin, { ...request, intent: { type: word } });
      await send(service.origin, { ...request, resources: [{ type: word, identifier: word, state: word }] });
      await send(service.origin, { ...request, [word]: 1 });
      await exchange(service.origin, { path: `/${word}`, method: 'GET' });
      await exchange(service.origin, { path: '/mcp/v2', method: 'PUT', headers: { [word]: word, traceparent: word } });
    };
    await invent('warm');
    const before = await scrape(service.origin);
    for (let round = 0; round < 20; round += 1) await invent(`word${round}`);
    const after = await scrape(service.origin);
    const series = (samples: typeof before) =>
      [...samples].flatMap(([name, each]) =>
        name.startsWith('waybill_') ? each.map(({ labels }) => JSON.stringify([name, labels])) : [],
      );
    expect(series(after)).toEqual(series(before));
    expect(series(after).join()).not.toContain('word');
  });
});
