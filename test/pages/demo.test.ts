import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/examples/demo/walk-login.js', import.meta.url));
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Two programs and a browser start in it, on a machine that may be busy. */
const LIMIT_MS = 120_000;

test('the demo walks the login flow, saves a screenshot and ends by itself', { timeout: LIMIT_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-demo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { cwd: folder, timeout: LIMIT_MS });

  expect(stdout).toContain('Every step came to what it should.');
  expect(stdout).toMatch(/Click a button that is hidden[\s\S]*?rejected · effect none[\s\S]*?resource_state_mismatch/);
  expect(stdout).toMatch(
    /Log in\n[\s\S]*?fulfilled · effect applied · verified[\s\S]*?observed navigation_to:\/demo\/dashboard/,
  );
  expect(stdout).toContain('"Welcome, zhangsan"');
  expect(stdout).not.toContain('open-parcel-7');
  const picture = await readFile(join(folder, 'demo-output', 'dashboard.png'));
  expect(picture.subarray(0, 8)).toEqual(PNG_SIGNATURE);
});
