import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const STRICT = [
  '--noEmit',
  '--strict',
  '--target',
  'es2022',
  '--module',
  'nodenext',
  '--lib',
  'es2022,dom',
  '--skipLibCheck',
];

const PROGRAM = `
import { WaybillClient } from 'waybill/client';
const client = new WaybillClient({ baseUrl: 'http://127.0.0.1:8080' });
export async function logIn(): Promise<'fulfilled' | 'partially_fulfilled' | 'rejected'> {
  const flow = await client.startFlow({ domain: 'login-flow', businessKey: 'user_123' });
  const button = { type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled' };
  const answer = await flow.send('ui_interaction.click', { resources: [button], timeoutMs: 5000 });
  return answer.outcome.status;
}
`;

/** A project of its own that has this package installed. */
function consumerOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-consumer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/waybill'));
  for (const [name, text] of Object.entries({ 'package.json': '{"type": "module"}', ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('a program that uses the published client type-checks, and its mistakes do not', { timeout: 120_000 }, () => {
  const folder = consumerOf({ 'right.ts': PROGRAM, 'wrong.ts': PROGRAM.replace('identifier:', 'name:') });
  const check = spawnSync(process.execPath, [TSC, ...STRICT, 'right.ts', 'wrong.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = check.stdout.split('\n').filter((line) => line.includes('error TS'));
  expect(errors.map((line) => line.split('(')[0])).toEqual(['wrong.ts']);
  expect(check.stdout).toContain("Property 'identifier' is missing");
});

test('the published client loads without anything but itself', () => {
  const folder = consumerOf({
    'run.js': "import { WaybillClient } from 'waybill/client'; console.log(typeof WaybillClient);",
  });
  const run = spawnSync(process.execPath, ['run.js'], { cwd: folder, encoding: 'utf8' });
  expect(run.stdout.trim()).toBe('function');
});
