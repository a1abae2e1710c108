import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openService } from '../../src/app.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { createLab, LAB_TARGET } from '../fixtures/lab-kind.ts';
import { testSettings } from '../open-test-service.ts';
import { exchange } from './exchange.ts';
import { goodRequest } from './good-request.ts';
import { until } from './until.ts';

test('an act that outlives the service has a line in the log, under its trace id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const lab = createLab();
  const settings = testSettings({ targets: [LAB_TARGET], limits: { ...testSettings().limits, shutdownMs: 500 } });
  const log = openLog('info', destination({ dest: file, sync: true }));
  const service = await openService(settings, { kinds: lab.kinds, log });
  const origin = await service.listen();
  const body = { ...goodRequest(settings, 'lab.act'), payload: { do: 'wait', ms: 5000 } };
  const cutOff = expect(exchange(origin, { body })).rejects.toThrow();
  await until(() => lab.acts.length === 1);
  await service.close();
  await cutOff;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { trace_id: lab.acts[0]?.traceId, intent: 'lab.act', msg: expect.stringContaining('still ran') },
  ]);
});
