import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { IntentOptions } from '../../adapters/process/process-options.ts';
import type { Progress } from '../../contracts/progress.ts';
import { until } from '../http/until.ts';
import { openTestProcess } from './open-test-process.ts';
import { processesWith } from './process-table.ts';

const PAYLOAD = { type: 'object', additionalProperties: true };

/** Writes down when it begins and ends, so that two at once would be seen. */
const JOURNAL = 'echo begin >> journal; sleep 0.05; echo end >> journal';

function locked(script: string, lock: Partial<IntentOptions['lock']> = {}) {
  const run: IntentOptions = {
    effect: 'unsafe',
    payload: PAYLOAD,
    arguments: ['-c', script],
    lock: { file: '{{ payload.file }}', ...lock },
    progress: { when: 'line.startsWith("begun")' },
  };
  return { command: 'sh', intents: { 'tool.run': run } };
}

async function open(script: string, lock: Partial<IntentOptions['lock']> = {}) {
  const tool = await openTestProcess(locked(script, lock));
  writeFileSync(join(tool.folder, 'project'), '');
  return tool;
}

/** Somebody else holds the lock, as far as any program can: util-linux's own. */
async function holdByHand(path: string) {
  const holder = spawn('flock', [path, 'sh', '-c', 'echo held; exec sleep 3600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  const release = async (): Promise<void> => {
    // flock waits for the command that it started.
    for (const pid of childrenOf(holder.pid ?? 0)) process.kill(pid, 'SIGKILL');
    if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit');
  };
  onTestFinished(release);
  return release;
}

function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

describe('Commands that lock one file', () => {
  test('run one after another, though all are asked for at once', async () => {
    const { act, folder } = await open(JOURNAL);
    const acted = await Promise.all(Array.from({ length: 12 }, () => act('tool.run', { file: 'project' })));
    expect(acted.every(({ failure }) => failure === undefined)).toBe(true);
    expect(readFileSync(join(folder, 'journal'), 'utf8')).toBe('begin\nend\n'.repeat(12));
  });

  test('do so though a tool replaces its file instead of writing it, as long as the lock is a file of its own', async () => {
    const script = `${JOURNAL.replace('sleep 0.05', 'cp project new; mv new project')}`;
    const { act, folder } = await open(script, { file: '{{ payload.file + ".lock" }}', create: true });
    await Promise.all(Array.from({ length: 8 }, () => act('tool.run', { file: 'project' })));
    expect(readFileSync(join(folder, 'journal'), 'utf8')).toBe('begin\nend\n'.repeat(8));
  });

  test('wait for the file that is there, where it was replaced while they waited', async () => {
    const { act, folder } = await open('echo ran');
    const path = join(folder, 'project');
    const releaseOld = await holdByHand(path);
    const acted = act('tool.run', { file: 'project' });
    await until(() => processesWith(path).length === 3, 20_000); // who holds it, its supervisor, and who waits
    await new Promise((resolve) =>
      spawn('sh', ['-c', `echo > ${path}.new; mv ${path}.new ${path}`]).once('exit', resolve),
    );
    const releaseNew = await holdByHand(path);
    await releaseOld();
    const isEarly = await Promise.race([
      acted.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 500, false)),
    ]);
    expect(isEarly).toBe(false);
    await releaseNew();
    expect(await acted).toMatchObject({ effect: 'applied', result: 'ran\n' });
  });

  test('wait for a bounded time, and say then in which state the file is', async () => {
    const { act, folder } = await open('echo > owned', { wait_ms: 50 });
    await holdByHand(join(folder, 'project'));
    expect(await act('tool.run', { file: 'project' })).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'resource_state_mismatch',
        details: {
          resources: [{ type: 'file', identifier: 'project', expected_state: 'present', actual_state: 'locked' }],
        },
      },
    });
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  test('say so before the deadline, where nothing else bounds the wait', async () => {
    const { act, folder } = await open('true');
    await holdByHand(join(folder, 'project'));
    const acted = await act('tool.run', { file: 'project' }, { timeoutMs: 1500 });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'resource_state_mismatch' } });
  });

  test('take a free lock though they may not wait at all', async () => {
    const { act } = await open('true', { wait_ms: 0 });
    expect(await act('tool.run', { file: 'project' })).toMatchObject({ effect: 'applied' });
  });

  test('are not kept from it by what one of them left behind', async () => {
    const { act } = await open('setsid sleep 3600 & (sleep 3600 &) ; true');
    expect(await act('tool.run', { file: 'project' })).toMatchObject({ effect: 'applied' });
    expect(await act('tool.run', { file: 'project' })).toMatchObject({ effect: 'applied' });
  });

  test.for(['abort', 'kill'] as const)('get it at once after an end by %s', async (how) => {
    const { act, folder } = await open('test -e quick && exit; echo begun $$; sleep 3600');
    const controller = new AbortController();
    let pid = 0;
    const begun = new Promise<void>((resolve) => {
      const onProgress = ({ message = '' }: Progress): void => {
        if (!message.startsWith('begun')) return;
        pid = Number(message.split(' ')[1]);
        resolve();
      };
      void act('tool.run', { file: 'project' }, { signal: controller.signal, onProgress });
    });
    await begun;
    writeFileSync(join(folder, 'quick'), '');
    const next = act('tool.run', { file: 'project' });
    if (how === 'abort') controller.abort();
    else process.kill(pid, 'SIGKILL');
    expect(await next).toMatchObject({ effect: 'applied' });
  });

  test('that are aborted while they wait did nothing and leave nobody behind', async () => {
    const { act, folder } = await open('echo > owned');
    const path = join(folder, 'project');
    await holdByHand(path);
    const controller = new AbortController();
    const told: Progress[] = [];
    const onProgress = (progress: Progress) => void told.push(progress);
    const acted = act('tool.run', { file: 'project' }, { signal: controller.signal, onProgress });
    await until(() => told.length > 0, 20_000);
    expect(told).toEqual([{ message: 'waiting for the lock of project' }]);
    controller.abort();
    expect(await acted).toMatchObject({ effect: 'none', failure: { kind: 'cancelled' } });
    expect(processesWith(path).length).toBe(1);
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });
});

describe('A file to lock', () => {
  test('that is not there is said to be absent', async () => {
    const { act } = await open('echo > owned');
    expect(await act('tool.run', { file: 'nothing' })).toMatchObject({
      effect: 'none',
      failure: { kind: 'resource_state_mismatch', details: { resources: [{ actual_state: 'absent' }] } },
    });
  });

  test.for(['../outside', '/etc/passwd', 'a/../../b', '', 'a\0b'])('may not be %j', async (file) => {
    const { act } = await open('echo > owned', { create: true });
    expect(await act('tool.run', { file })).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
  });
});

test('Two adapters, as of two replicas, keep to one lock', async () => {
  const one = await open(JOURNAL);
  const other = await openTestProcess(locked(JOURNAL), one.folder);
  const acted = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other).act('tool.run', { file: 'project' })),
  );
  expect(acted.every(({ failure }) => failure === undefined)).toBe(true);
  expect(readFileSync(join(one.folder, 'journal'), 'utf8')).toBe('begin\nend\n'.repeat(10));
});
