import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';

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

  test('has a line for each of many requests at once', async () => {
    const { service, good } = await openLab();
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(service.origin, good.request())));
    const ids = service.log().map((line) => line['trace_id']);
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
