import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestAction } from '../../src/core/action-digest.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { until } from '../http/until.ts';
import { startTestService, testSettings } from '../open-test-service.ts';

type Line = Readonly<Record<string, unknown>>;

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A lab that writes its acts down, and what it has written by the end of the service. */
async function openAudited() {
  const to = join(folderWith(), 'audit.log');
  const lab = createLab();
  const service = await startTestService(
    { targets: [LAB_TARGET], replica: 'west-1', audit: { to } },
    { kinds: lab.kinds },
  );
  const good = (key: string) => goodRequest(service.settings, key);
  const closed = async (): Promise<Line[]> => {
    await service.close();
    return linesOf(to);
  };
  return { service, lab, good, closed, soFar: () => linesOf(to) };
}

describe('the audit log', () => {
  test('has one line for an act: who, in which context, what, where, and what came of it', async () => {
    const { service, good, closed } = await openAudited();
    const request = { ...good('lab.pull'), resources: [{ type: 'lever', identifier: 'left', state: 'on' }] };
    const { trace_id } = await send(service.origin, request);
    expect(await closed()).toEqual([
      {
        audit: 'acted',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        replica: 'west-1',
        principal: 'anonymous',
        context: request.context.id,
        domain: 'login-flow',
        intent: 'lab.pull',
        target: 'lab',
        action_digest: digestAction({ request, domain: 'login-flow', principal: 'anonymous', target: 'lab' }),
        effect: 'applied',
        status: 'fulfilled',
        verification: 'unverified',
        http: 200,
        transport: 'http',
        trace_id,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  test('has a line for acts that fail, and none for what was refused, only tried, minted or explained', async () => {
    const { service, good, closed } = await openAudited();
    const acts = [
      { do: 'fail', kind: 'adapter_failed', effect: 'partial' },
      { do: 'throw' },
      { do: 'contradict' },
      { do: 'misfit' },
    ];
    for (const payload of acts) await send(service.origin, { ...good('lab.act'), payload });
    await send(service.origin, { ...good('lab.act'), payload: { nothing: 1 } });
    await send(service.origin, good('lab.pull'));
    await send(service.origin, { ...good('lab.act'), context: { id: 'x', business_key: 'user_1' } });
    await send(service.origin, { ...good('lab.act'), intent: { type: 'lab', sub_type: 'act', mode: 'dry_run' } });
    const mint = { domain: 'shop', business_key: 'user_1' };
    await exchange(service.origin, { path: '/mcp/v2/contexts', body: mint });
    await exchange(service.origin, { path: '/mcp/v2/explain', body: good('lab.act') });
    expect(await closed()).toMatchObject([
      { status: 'partially_fulfilled', effect: 'partial', failure: 'adapter_failed', http: 502 },
      { status: 'partially_fulfilled', effect: 'unknown', failure: 'internal', verification: 'unknown', http: 500 },
      { status: 'partially_fulfilled', failure: 'postcondition_contradicted', verification: 'contradicted' },
      { failure: 'adapter_misbehaved' },
    ]);
  });

  test('tells how an act ended that had been given up before', async () => {
    const { service, good, soFar } = await openAudited();
    const intent = { type: 'lab', sub_type: 'act', timeout_ms: 100 };
    await send(service.origin, { ...good('lab.act'), intent, payload: { do: 'deaf', ms: 4000 } });
    await until(() => soFar().length === 2, 20_000);
    const [acted, late] = soFar();
    expect(acted).toMatchObject({ audit: 'acted', effect: 'unknown', failure: 'deadline_exceeded', http: 504 });
    expect(late).toMatchObject({ audit: 'ended_late', effect: 'applied', intent: 'lab.act', target: 'lab' });
    expect(late).not.toHaveProperty('status');
    for (const same of ['trace_id', 'action_digest', 'principal', 'context']) expect(late?.[same]).toBe(acted?.[same]);
    await service.close();
  });

  test('tells which act the service did not live to see the end of', async () => {
    const to = join(folderWith(), 'audit.log');
    const lab = createLab();
    const limits = { ...testSettings().limits, shutdownMs: 300 };
    const service = await startTestService({ targets: [LAB_TARGET], audit: { to }, limits }, { kinds: lab.kinds });
    const request = { ...goodRequest(service.settings, 'lab.act'), payload: { do: 'deaf', ms: 3000 } };
    const answered = send(service.origin, request).catch(() => undefined);
    await until(() => lab.acts.length === 1);
    await service.close();
    await answered;
    expect(linesOf(to)).toMatchObject([
      {
        audit: 'left_acting',
        effect: 'unknown',
        failure: 'owner_lost',
        intent: 'lab.act',
        trace_id: lab.acts[0]?.traceId,
      },
    ]);
    await until(() => lab.acts[0]?.endedAfterMs !== undefined);
  });

  test('never holds a value of a payload, whatever becomes of the act', async () => {
    const { service, good, closed } = await openAudited();
    const payloads = [
      { password: 'hunter2' },
      { do: 'throw', password: 'hunter2' },
      { do: 'misfit', password: 'hunter2' },
      { do: 'contradict', password: 'hunter2' },
    ];
    for (const payload of payloads) await send(service.origin, { ...good('lab.act'), payload });
    const lines = await closed();
    expect(lines).toHaveLength(payloads.length);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(JSON.stringify(lines)).not.toContain('user_1');
  });

  test('is written for payloads that canonical JSON has no form for', async () => {
    const { service, good, closed } = await openAudited();
    const plain = JSON.stringify(good('system.echo'));
    for (const value of ['1e999', '-1e999', '"\\ud800"', '{"\\udfff":1}']) {
      const answer = await send(service.origin, plain.replace('"payload":{}', `"payload":{"odd":${value}}`));
      expect(answer.outcome.status).toBe('fulfilled');
    }
    const digests = (await closed()).map((line) => line.action_digest);
    expect(new Set(digests).size).toBe(4);
  });

  test('goes to standard output with the log, where that is asked for', async () => {
    const { service, good } = await openLab({ audit: { to: 'stdout' } });
    const { trace_id } = await send(service.origin, good.request('lab.act'));
    const lines = service.log().filter((line) => line.trace_id === trace_id);
    expect(lines.map(({ audit, msg }) => audit ?? msg).sort()).toEqual(['acted', 'request']);
  });
});
