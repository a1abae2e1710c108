import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { scrape } from './scrape.ts';

describe('the log', () => {
  test('has one line a request, with what came of it', async () => {
    const { service, good } = await openLab();
    const request = {
      ...good.request('lab.pull'),
      resources: [{ type: 'lever', identifier: 'left', state: 'on' }],
    };
    const answer = await send(service.origin, request);
    expect(service.log()).toEqual([
      {
        level: 'info',
        time: expect.any(Number),
        msg: 'request',
        trace_id: answer.trace_id,
        transport: 'http',
        http: 200,
        intent: 'lab.pull',
        target: 'lab',
        principal: 'anonymous',
        context: request.context.id,
        status: 'fulfilled',
        effect: 'applied',
        duration_ms: expect.any(Number),
        precheck_ms: expect.any(Number),
        act_ms: expect.any(Number),
      },
    ]);
  });

  test('has a line for ids that are minted, and one for a request that is explained; both are counted', async () => {
    const { service, good } = await openLab();
    const mint = { domain: 'shop', business_key: 'hunter2', count: 3 };
    const minted = JSON.parse((await exchange(service.origin, { path: '/mcp/v2/contexts', body: mint })).text);
    await exchange(service.origin, { path: '/mcp/v2/explain', body: good.request('lab.act') });
    await exchange(service.origin, { path: '/mcp/v2/explain', body: good.request('lab.pull') });
    expect(service.log()).toMatchObject([
      {
        msg: 'contexts minted',
        trace_id: minted.trace_id,
        principal: 'anonymous',
        count: 3,
        context: minted.contexts[0].id,
      },
      { msg: 'request explained', intent: 'lab.act', would: 'act' },
      { msg: 'request explained', intent: 'lab.pull', would: 'refuse' },
    ]);
    expect(JSON.stringify(service.log())).not.toContain('hunter2');
    const samples = await scrape(service.origin);
    expect(samples.get('waybill_minted_ids_total')).toEqual([{ labels: {}, value: 3 }]);
    expect(samples.get('waybill_explanations_total')).toEqual([
      { labels: { would: 'act' }, value: 1 },
      { labels: { would: 'refuse' }, value: 1 },
    ]);
  });

  test('has a line for each of many requests at once', async () => {
    const { service, good } = await openLab();
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(service.origin, good.request())));
    const ids = service.log().map((line) => line.trace_id);
    expect(ids).toHaveLength(200);
    expect(new Set(ids)).toEqual(new Set(answers.map(({ trace_id }) => trace_id)));
  });

  test('never holds a value of a payload, whatever becomes of the request', async () => {
    const { service, good } = await openLab();
    const SECRET = 'hunter2';
    const payloads = [
      { password: SECRET },
      { password: SECRET.repeat(20) },
      { pin: SECRET },
      { colour: SECRET },
      { do: SECRET },
      { ms: SECRET },
      { do: 'fail', kind: SECRET },
      { do: 'fail', kind: 'adapter_failed', password: SECRET },
      { do: 'misfit', password: SECRET },
      { do: 'contradict', password: SECRET },
    ];
    for (const payload of payloads) {
      await send(service.origin, { ...good.request('lab.act'), payload });
      await exchange(service.origin, { path: '/mcp/v2/explain', body: { ...good.request('lab.act'), payload } });
    }
    await send(service.origin, { ...good.request('lab.act'), payload: SECRET });
    for (const body of [`{"password": ${SECRET}}`, `{"password": "${SECRET}`, `{"password": "${SECRET}"}}`, SECRET]) {
      await exchange(service.origin, { body });
    }
    expect(service.log().length).toBeGreaterThan(payloads.length);
    expect(JSON.stringify(service.log())).not.toContain(SECRET);
  });
});
