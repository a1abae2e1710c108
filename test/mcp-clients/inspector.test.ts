import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { openTestService } from '../open-test-service.ts';
import { openAskingService } from './open-asking-service.ts';
import { runInspector, startInspector } from './run-inspector.ts';

const ERAS = ['modern', 'legacy'] as const;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-inspector-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.for(ERAS)('the Inspector, %s, lists the tools, and calls one', async (era) => {
  const { origin } = await openTestService();
  const inspect = (...args: string[]) => {
    const common = [
      '--cli',
      `${origin}/mcp`,
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--format',
      'json',
      '--quiet',
    ];
    return runInspector('inspector', [...common, ...args], makeFolder());
  };
  expect(await inspect('--method', 'tools/list')).toMatchObject({
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'system_echo' })]) },
  });
  expect(
    await inspect('--method', 'tools/call', '--tool-name', 'system_echo', '--tool-arg', 'greeting=hello'),
  ).toMatchObject({
    result: { isError: false, structuredContent: { outcome: { status: 'fulfilled', result: { greeting: 'hello' } } } },
  });
});

test('the Inspector has its user asked by a tool, and goes on with what the user says', {
  timeout: 90_000,
}, async () => {
  const { origin } = await openAskingService();
  const folder = makeFolder();
  const mcpdo = (...args: string[]) => runInspector('mcpdo', ['--format', 'json', ...args], folder);
  const { name } = await mcpdo('connect', `${origin}/mcp`, '--transport', 'http', '--era', 'modern');
  onTestFinished(async () => {
    await mcpdo('daemon', 'stop');
  });
  const on = ['--connection', String(name)];
  const { elicitationPending: pending } = await mcpdo(...on, 'tools/call', 'test_input_required_result_elicitation');
  expect(pending).toMatchObject({ mode: 'form', message: 'What is your name?' });
  const id = isRecord(pending) ? String(pending.elicitationId) : '';
  const result = await mcpdo(...on, 'elicitation/respond', id, 'name:=Alice');
  expect(JSON.stringify(result)).toContain('Hello, Alice!');
});

test('a call of an Inspector that is ended ends in the service and behind it too', { timeout: 90_000 }, async () => {
  const service = await openAskingService();
  const call = ['--method', 'tools/call', '--tool-name', 'slow_compute', '--tool-arg', 'seconds=60', 'label=given-up'];
  const common = ['--cli', `${service.origin}/mcp`, '--transport', 'http', '--protocol-era', 'modern'];
  const inspector = startInspector('inspector', [...common, ...call], makeFolder());
  onTestFinished(() => void inspector.kill('SIGKILL'));
  const running = /^waybill_target_requests\{.*target="fixture".*\} 1$/m;
  await until(async () => running.test(await (await fetch(`${service.origin}/metrics`)).text()), 20_000);
  inspector.kill('SIGTERM');
  await until(
    () => service.log().some((line) => line.intent === 'slow_compute' && line.failure === 'cancelled'),
    20_000,
  );
});
