import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessOptions } from '../../adapters/process/process-options.ts';
import { until } from '../http/until.ts';
import { openTestProcess } from './open-test-process.ts';
import { processesWith } from './process-table.ts';

const PATIENCE_MS = 20_000;

/** A run of `sh` that the process table knows by a number of its own. */
function shell(script: string, more: Partial<ProcessOptions> = {}) {
  const token = `7${Math.random().toString().slice(2, 10)}`;
  const options: Omit<ProcessOptions, 'directory'> = {
    command: 'sh',
    ...more,
    intents: {
      'tool.run': {
        effect: 'unsafe',
        arguments: ['-c', script.replaceAll('TOKEN', token)],
        progress: { when: 'line.startsWith("begun")' },
      },
    },
  };
  return { token, options };
}

/** Begins a run, and settles once its command has said `begun`. */
async function begin(script: string, more: Partial<ProcessOptions> = {}) {
  const { token, options } = shell(script, more);
  const tool = await openTestProcess(options);
  const controller = new AbortController();
  let begun = (): void => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const ended = tool.act('tool.run', {}, { signal: controller.signal, onProgress: () => begun() });
  await Promise.race([hasBegun, ended]);
  return { ...tool, token, ended, abort: () => controller.abort() };
}

function statOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8');
}

const NOTHING_LEFT = (token: string) => until(() => processesWith(token).length === 0, PATIENCE_MS);

describe('A run that is aborted', () => {
  test('is told to end, with all that it started, and says that nobody knows what it did', async () => {
    const { token, ended, abort } = await begin('sleep TOKEN & setsid sleep TOKEN & sleep 0.2; echo begun; wait');
    expect(processesWith(token).length).toBeGreaterThanOrEqual(3);
    abort();
    expect(await ended).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
    expect(processesWith(token)).toEqual([]);
  });

  test.for(['0', '$PPID'])(
    'ends although its command has stopped who watches over it (kill -STOP %s)',
    async (whom) => {
      const { token, ended, abort } = await begin(
        `sleep TOKEN & setsid sleep TOKEN & echo begun; kill -STOP ${whom}; wait`,
      );
      // The state of the supervisor, which leads the group: T once it is stopped.
      await until(() => processesWith(token).some((pid) => /\) T /.test(statOf(pid))), PATIENCE_MS);
      abort();
      expect(await ended).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
      expect(processesWith(token)).toEqual([]);
    },
  );

  test('may end by itself first: TERM comes before KILL', async () => {
    const { folder, ended, abort } = await begin(
      'trap "echo tidied > end; exit 0" TERM; echo begun; sleep TOKEN & wait',
      {
        kill_after_ms: 30_000,
      },
    );
    abort();
    await ended;
    expect(readFileSync(join(folder, 'end'), 'utf8')).toBe('tidied\n');
  });

  test('is killed where it does not listen', async () => {
    const { token, ended, abort } = await begin('trap "" TERM; echo begun; while :; do sleep 0.1; done; : TOKEN', {
      kill_after_ms: 100,
    });
    const startedMs = performance.now();
    abort();
    expect(await ended).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(performance.now() - startedMs).toBeGreaterThan(50);
    expect(processesWith(token)).toEqual([]);
  });

  test('is killed though what it leaves behind ends all the time', async () => {
    const script =
      'trap "" TERM; (while :; do (true &) ; done; : TOKEN) & (while :; do (true &) ; done) & echo begun; wait; sleep TOKEN';
    const { token, ended, abort } = await begin(script, { kill_after_ms: 100 });
    abort();
    expect(await ended).toMatchObject({ failure: { kind: 'cancelled' } });
    await NOTHING_LEFT(token);
  });

  test('is killed where it has stopped itself', async () => {
    const { token, ended, abort } = await begin('echo begun; kill -STOP $$; : TOKEN');
    abort();
    await ended;
    expect(processesWith(token)).toEqual([]);
  });

  test('before it begins starts nothing', async () => {
    const { options } = shell('echo > owned');
    const { act, probe } = await openTestProcess(options);
    expect(await act('tool.run', {}, { signal: AbortSignal.abort() })).toMatchObject({
      effect: 'none',
      failure: { kind: 'cancelled' },
    });
    expect(await probe('file', 'owned')).toEqual({ state: 'absent' });
  });
});

describe('Of a command that has ended nothing is left:', () => {
  test.for([
    ['what it left in the background', 'sleep TOKEN & exit 0'],
    ['a daemon with a session of its own', 'setsid sleep TOKEN & exit 0'],
    [
      'a daemon that was forked twice and let go of everything',
      '(setsid sh -c "exec sleep TOKEN" </dev/null >/dev/null 2>&1 &) ; sleep 0.2',
    ],
    ['what does not listen to TERM', '(trap "" TERM HUP; sleep TOKEN; : TOKEN) & sleep 0.1'],
  ] as const)('%s', async ([, script]) => {
    const { token, options } = shell(script);
    const { act } = await openTestProcess(options);
    expect(await act('tool.run')).toMatchObject({ effect: 'applied' });
    expect(processesWith(token)).toEqual([]);
  });

  test('an output that it closed early keeps nobody waiting, and its end is waited for', async () => {
    const { options } = shell('exec >&- 2>&-; sleep 0.3; echo done > end');
    const { act, folder } = await openTestProcess(options);
    expect(await act('tool.run')).toMatchObject({ effect: 'applied' });
    expect(readFileSync(join(folder, 'end'), 'utf8')).toBe('done\n');
  });
});

describe('A kill -9', () => {
  test('of the command is told as such', async () => {
    const { token, ended } = await begin('echo begun $$; exec sleep TOKEN');
    const [command] = processesWith(`sleep ${token}`).filter((pid) => !isPerl(pid));
    process.kill(command ?? 0, 'SIGKILL');
    expect(await ended).toMatchObject({
      effect: 'unknown',
      failure: { kind: 'adapter_failed', message: expect.stringContaining('SIGKILL') },
    });
    await NOTHING_LEFT(token);
  });

  test('of what watches over the command takes the command and all of its own along', async () => {
    const { token, ended } = await begin('sleep TOKEN & echo begun; sleep TOKEN');
    const [supervisor] = processesWith(token).filter(isPerl);
    process.kill(supervisor ?? 0, 'SIGKILL');
    expect(await ended).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_failed' } });
    await NOTHING_LEFT(token);
  });
});

test('Closing the adapter ends what runs', async () => {
  const { token, ended, adapter } = await begin('echo begun; sleep TOKEN');
  await adapter.close();
  expect(processesWith(token)).toEqual([]);
  expect(await ended).toMatchObject({ effect: 'unknown' });
  await adapter.close();
});

test('An adapter that is closed starts nothing more', async () => {
  const { options } = shell('echo > owned');
  const { act, adapter } = await openTestProcess(options);
  await adapter.close();
  expect(await act('tool.run')).toMatchObject({ effect: 'none' });
});

function isPerl(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'perl\n';
}
