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
import { parseAnswer } from './read-answer.ts';
import { until } from './until.ts';

const WAYS = [
  ['POST /mcp/v2', '/mcp/v2', {}],
  ['POST /mcp', '/mcp', {}],
  ['server-sent events', '/mcp/v2', { accept: 'text/event-stream' }],
] as const;

test.for(WAYS)(
  'an act that outlives the service is told so over %s, and has a line in the log, under one trace id',
  async ([, path, headers]) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'log');
    const lab = createLab();
    const settings = testSettings({ targets: [LAB_TARGET], limits: { ...testSettings().limits, shutdownMs: 1000 } });
    const log = openLog('info', destination({ dest: file, sync: true }));
    const service = await openService(settings, { kinds: lab.kinds, log });
    const origin = await service.listen();
    const good = goodRequest(settings, 'lab.act');
    const body = {
      ...good,
      client_capabilities: { ...good.client_capabilities, supports_streaming: true },
      payload: { do: 'wait', ms: 5000 },
    };
    const received = exchange(origin, { path, headers, body });
    await until(() => lab.acts.length === 1);
    await service.close();
    const { status, text } = await received;
    expect(status).toBe(410);
    const answer = parseAnswer(JSON.parse(text.replace('event: outcome\ndata: ', '')));
    expect(answer).toMatchObject({
      trace_id: lab.acts[0]?.traceId,
      outcome: { status: 'partially_fulfilled', effect: 'unknown', error: { code: 'owner_lost' } },
    });
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(lines.find(({ msg }) => msg.includes('still ran'))).toMatchObject({
      trace_id: lab.acts[0]?.traceId,
      intent: 'lab.act',
    });
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ failure: 'owner_lost', http: 410 });
  },
);
