import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestProcess } from './open-test-process.ts';

async function openFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
  mkdirSync(join(folder, 'root', 'sub'), { recursive: true });
  writeFileSync(join(folder, 'root', 'sub', 'here'), '');
  writeFileSync(join(folder, 'outside'), '');
  symlinkSync('../outside', join(folder, 'root', 'out'));
  symlinkSync('..', join(folder, 'root', 'up'));
  symlinkSync('sub/here', join(folder, 'root', 'in'));
  symlinkSync('nowhere', join(folder, 'root', 'dangling'));
  symlinkSync('loop', join(folder, 'root', 'loop'));
  return openTestProcess({ command: 'true', directory: 'root' }, folder);
}

test.for([
  ['sub/here', 'present'],
  ['sub', 'present'],
  ['./sub//here', 'present'],
  ['in', 'present'],
  ['nothing', 'absent'],
  ['no/such/folder', 'absent'],
  ['sub/here/below', 'absent'],
  ['dangling', 'absent'],
] as const)('A file %s is %s', async ([identifier, state]) => {
  const { probe } = await openFiles();
  expect(await probe('file', identifier)).toEqual({ state });
});

test.for(['../outside', 'sub/../../outside', '/etc/passwd', 'out', 'up/outside', 'up', 'loop', 'a\0b', '..'])(
  'A file outside of the directory is not looked at: %j',
  async (identifier) => {
    const { probe } = await openFiles();
    expect(await probe('file', identifier)).toMatchObject({ kind: 'invalid_request', field: 'resources.identifier' });
  },
);

test('A file is locked while somebody holds its lock, shared or not, and a look at it takes it from nobody', async () => {
  const { probe, folder } = await openFiles();
  const path = join(folder, 'root', 'sub', 'here');
  expect(await probe('file', 'sub/here')).toEqual({ state: 'present' });
  const holder = spawn('flock', ['-o', path, 'sh', '-c', 'echo held; read line'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  expect(await Promise.all(Array.from({ length: 5 }, () => probe('file', 'sub/here')))).toEqual(
    Array(5).fill({ state: 'locked' }),
  );
  holder.stdin.end('go\n');
  await once(holder, 'exit');
  expect(await Promise.all(Array.from({ length: 5 }, () => probe('file', 'sub/here')))).toEqual(
    Array(5).fill({ state: 'present' }),
  );
});

test('A look that is aborted ends', async () => {
  const { probe } = await openFiles();
  expect(await probe('file', 'sub/here', AbortSignal.abort())).toMatchObject({ kind: 'adapter_failed' });
});

test('A pipe in the directory keeps nobody waiting', async () => {
  const { probe, folder } = await openFiles();
  await once(spawn('mkfifo', [join(folder, 'root', 'pipe')]), 'exit');
  chmodSync(join(folder, 'root', 'pipe'), 0o644);
  expect(await probe('file', 'pipe')).toEqual({ state: 'present' });
});

test('A target whose directory is gone is unavailable', async () => {
  const { probe, adapter } = await openTestProcess({ command: 'true', directory: 'nowhere' });
  expect(await probe('file', 'here')).toMatchObject({ kind: 'adapter_unavailable' });
  expect(await adapter.health()).toMatchObject({ status: 'unhealthy' });
});
