import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT, runTool } from './plant.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-runner-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('programs that are missing and can not be installed fail the test run with the one command to give', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  expect(runTool('tsc', ['-p', 'scripts', '--outDir', folder], ROOT)).toEqual({ exitCode: 0, stdout: '' });
  const empty = { PATH: folder };
  const run = spawnSync(process.execPath, [join(folder, 'scripts/run-tests.js')], {
    cwd: ROOT,
    env: empty,
    encoding: 'utf8',
  });
  for (const title of ['Chromium', 'nginx', 'HAProxy', 'Redis', 'Tcl'])
    expect(run.stderr).toContain(`${title}: expected on PATH`);
  expect(run.stderr).toMatch(/apt-get install -y chromium\S* nginx-light haproxy redis-server tcl$/m);
  expect(run.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed');
  expect(run.status).toBe(1);
});
