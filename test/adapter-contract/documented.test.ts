import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../house/plant.ts';

test('the example of the page on the contract suite passes with the built package and the runner of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-documented-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/waybill'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const page = readFileSync(join(ROOT, 'docs/reference/adapter-testing.md'), 'utf8');
  const files = [...page.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)];
  for (const [, name = '', text = ''] of files) writeFileSync(join(folder, name), text);
  expect(files.map(([, name]) => name)).toEqual(['counter.js', 'counter.test.js']);

  // Without the settings of the runner that this test runs under: they are none of the example's business.
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'counter.test.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toContain('an aborted call ends at once');
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(25);
}, 120_000);
