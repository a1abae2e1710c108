import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runTool } from '../house/plant.ts';

test('the scripts for k6 fit its types', () => {
  expect(runTool('tsc', ['-p', 'bench/k6'], ROOT)).toEqual({ exitCode: 0, stdout: '' });
});

test('without a k6 it is said that nothing ran, and how to get one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-k6-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  expect(runTool('tsc', ['-p', 'bench', '--outDir', folder], ROOT)).toEqual({ exitCode: 0, stdout: '' });
  const ran = spawnSync(process.execPath, [join(folder, 'bench/load/run-k6.js'), '--replicas'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: folder },
  });
  expect(ran.stdout).toContain('no k6 on PATH, so the smoke stage of bench/k6 did not run');
  expect(ran.stdout).toContain('install-k6');
  expect(ran.stdout).toContain('npm run load -- --stage smoke --replicas');
  expect(ran.status).toBe(1);
});
