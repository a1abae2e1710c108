import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { IntentOptions, ProcessOptions } from '../../adapters/process/process-options.ts';
import type { Progress } from '../../contracts/progress.ts';
import { openTestProcess } from './open-test-process.ts';

const OPEN = { type: 'object', additionalProperties: true };

async function runShell(script: string, intent: Partial<IntentOptions> = {}, target: Partial<ProcessOptions> = {}) {
  const told: Progress[] = [];
  const { act } = await openTestProcess({
    command: 'sh',
    ...target,
    intents: { 'tool.run': { effect: 'unsafe', payload: OPEN, arguments: ['-c', script], ...intent } },
  });
  const acted = await act('tool.run', {}, { onProgress: (progress) => told.push(progress) });
  return { acted, told };
}

describe('Arguments', () => {
  test('are one each, and those that are not there are left out', async () => {
    const { act } = await openTestProcess({
      command: 'printf',
      intents: {
        'tool.say': {
          effect: 'read',
          payload: OPEN,
          arguments: ['%s|', '--', 'a {{ payload.word }}', '{{ payload.?note }}', '{{ payload.n }}'],
        },
      },
    });
    expect(await act('tool.say', { word: 'b  c', n: 5 })).toEqual({ effect: 'none', result: '--|a b  c|5|' });
    expect(await act('tool.say', { word: '', n: -5, note: '-x' })).toEqual({ effect: 'none', result: '--|a |-x|-5|' });
    for (const payload of [{ n: 5 }, { word: ['a'], n: 5 }, { word: 'a', n: null }]) {
      expect(await act('tool.say', payload)).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
    }
  });
});

describe('The standard output is read', () => {
  test.for([
    ['text', 'printf "a\\nb\\n"', 'a\nb\n'],
    ['lines', 'printf "a\\r\\nb\\n\\nc"', ['a', 'b', '', 'c']],
    ['lines', 'true', []],
    ['json', 'echo "{\\"a\\": [1, null]}"', { a: [1, null] }],
  ] as const)('as %s from %s', async ([output, script, result]) => {
    expect((await runShell(script, { output })).acted).toEqual({ effect: 'applied', result });
  });

  test.for(['echo "{"', 'true', 'echo "{} {}"'])('as JSON, and %s is none', async (script) => {
    const { acted } = await runShell(script, { output: 'json' });
    expect(acted).toMatchObject({ effect: 'applied', failure: { kind: 'adapter_misbehaved' } });
  });

  test('and what is wanted of it becomes the result, with its proof', async () => {
    const { acted } = await runShell('echo "{\\"cells\\": 12}"; echo note >&2', {
      output: 'json',
      returns: {
        cells: '{{ response.stdout.cells }}',
        note: '{{ response.stderr.trim() }}',
        code: '{{ response.exit_code }}',
      },
      verify: 'response.stdout.cells == 12',
    });
    expect(acted).toMatchObject({
      effect: 'applied',
      result: { cells: 12, note: 'note', code: 0 },
      verification: { status: 'verified' },
    });
  });
});

describe('A command that does not end well', () => {
  test('fails in its own words, without what looks like a secret', async () => {
    const { acted } = await runShell('echo fine; echo "token=abcdefgh broke" >&2; exit 3');
    expect(acted).toEqual({
      effect: 'unknown',
      failure: {
        kind: 'adapter_failed',
        message: 'The command ended with code 3: token=*** broke',
        details: { exit_code: 3 },
      },
    });
  });

  test('keeps secrets of its environment out of its words where they are cut, too', async () => {
    const tool = await openTestProcess({
      command: 'sh',
      environment: { LICENCE_TOKEN: 'abcdefghijklmnopqrstuvwxyz' },
      intents: {
        'tool.run': {
          effect: 'unsafe',
          arguments: ['-c', 'printf "%s%0485d" "$LICENCE_TOKEN" 0 >&2; exit 3'],
        },
      },
    });
    const { failure } = await tool.act('tool.run');
    expect(failure?.message).toMatch(/0{485}$/);
    expect(failure?.message).not.toContain('xyz');
  });

  test('did nothing where it only reads', async () => {
    expect((await runShell('exit 3', { effect: 'read' })).acted).toMatchObject({ effect: 'none' });
  });

  test('is told by the signal that ended it', async () => {
    const { acted } = await runShell('kill -SEGV $$');
    expect(acted).toMatchObject({
      effect: 'unknown',
      failure: { kind: 'adapter_failed', details: { signal: 'SIGSEGV' } },
    });
  });

  test('may stand for another failure, by its code and its words', async () => {
    const { acted } = await runShell('echo "ERROR: [Synth 8-439] module not found" >&2; exit 1', {
      errors: [
        { when: 'response.exit_code == 2', kind: 'forbidden', message: 'no licence' },
        {
          when: 'response.exit_code == 1 && response.stderr.contains("8-439")',
          kind: 'resource_state_mismatch',
          effect: 'none',
          message: 'There is no such module: {{ response.stderr }}',
          expected: 'present',
          actual: 'absent',
        },
      ],
    });
    expect(acted).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'resource_state_mismatch',
        message: 'There is no such module: ERROR: [Synth 8-439] module not found\n',
        details: { expected_state: 'present', actual_state: 'absent' },
      },
    });
  });
});

describe('Progress', () => {
  test('is what the lines say that tell of it, on either output', async () => {
    const { told } = await runShell(
      'echo start; printf "PROGRESS 25%% place\\r"; echo "PROGRESS 60% route" >&2; sleep 0.05; echo "PROGRESS x"; echo "PROGRESS 250% late"',
      {
        progress: {
          when: 'line.startsWith("PROGRESS ")',
          fraction: 'double(line.split(" ")[1].split("%")[0]) / 100.0',
          message: 'step {{ line.split(" ")[2] }}',
        },
      },
    );
    expect(told).toHaveLength(4);
    expect(told).toEqual(
      expect.arrayContaining([
        { fraction: 0.25, message: 'step place' },
        { fraction: 0.6, message: 'step route' },
        {}, // a line that can't be read tells that something went on, and no more
        { fraction: 1, message: 'step late' },
      ]),
    );
  });

  test('is the line itself where nothing else is said, cut and without secrets', async () => {
    const { told } = await runShell(`echo "password=hunter2222 $(printf 'x%.0s' $(seq 2000))"`, {
      progress: { when: 'true' },
    });
    expect(told).toEqual([{ message: expect.stringMatching(/^password=\*\*\* x{100,500}$/) }]);
  });
});

describe('What a command says is bounded:', () => {
  test.for(['yes', 'yes >&2'])('%s is killed', async (script) => {
    const { acted } = await runShell(script, {}, { max_output_bytes: 100_000 });
    expect(acted).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_misbehaved' } });
  });

  test('as much as the limit is taken', async () => {
    const { acted } = await runShell('head -c 100000 /dev/zero | tr "\\0" x', {}, { max_output_bytes: 100_000 });
    expect(acted.result).toBe('x'.repeat(100_000));
  });
});

describe('The environment of a command', () => {
  test('holds what is named, and nothing else of that of the service', async () => {
    process.env.WAYBILL_TEST_PASSED = 'passed';
    process.env.WAYBILL_TEST_KEPT = 'kept';
    const { acted } = await runShell(
      'env | cut -d= -f1 | sort',
      { output: 'lines' },
      {
        environment: { GIVEN: 'given' },
        pass_environment: ['PATH', 'WAYBILL_TEST_PASSED', 'WAYBILL_TEST_NOWHERE'],
      },
    );
    // A shell sets the last three itself.
    expect(acted.result).toEqual(['GIVEN', 'PATH', 'PWD', 'WAYBILL_TEST_PASSED']);
  });

  test('has a locale that is not there for the command alone to complain about', async () => {
    const { acted } = await runShell(
      'true',
      { returns: '{{ response.stderr }}' },
      { environment: { LC_ALL: 'xx_YY' } },
    );
    expect(acted.result).toBe('');
  });

  test('is its directory, with a standard input that has ended and no descriptor of ours', async () => {
    const { acted } = await runShell('pwd -P; cat; ls /proc/self/fd | wc -l', { output: 'lines' });
    expect(acted.result).toEqual([expect.stringContaining('waybill-process-'), '4']); // the fourth is that of ls itself
  });
});

test('What a command does not read is no failure', async () => {
  const { act } = await openTestProcess({
    command: 'true',
    intents: { 'tool.run': { effect: 'unsafe', payload: OPEN, stdin: '{{ payload }}' } },
  });
  expect(await act('tool.run', { text: 'x'.repeat(2_000_000) })).toEqual({ effect: 'applied', result: '' });
});

test('A program that is not there is unavailable, and found once it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
  const intents = { 'tool.run': { effect: 'unsafe', payload: OPEN } } as const;
  const { act, adapter } = await openTestProcess({ command: './tool', intents }, folder);
  expect(await act('tool.run')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(adapter.health()).toMatchObject({ status: 'unhealthy', detail: expect.stringContaining('./tool') });
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\necho here\n');
  chmodSync(join(folder, 'tool'), 0o755);
  expect(await act('tool.run')).toEqual({ effect: 'applied', result: 'here\n' });
  expect(adapter.health()).toEqual({ status: 'healthy' });
  rmSync(join(folder, 'tool'));
  expect(await act('tool.run')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
});

test('A script whose interpreter is not there is unavailable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
  writeFileSync(join(folder, 'tool'), '#!/no/such/interpreter\n');
  chmodSync(join(folder, 'tool'), 0o755);
  const { act } = await openTestProcess({ command: './tool', intents: { 'tool.run': { effect: 'unsafe' } } }, folder);
  expect(await act('tool.run')).toMatchObject({
    effect: 'none',
    failure: { kind: 'adapter_unavailable', message: expect.stringContaining('ENOENT') },
  });
});

test('The state of a declared resource is read from what a command answers', async () => {
  const { probe } = await openTestProcess({
    command: 'sh',
    resource_types: {
      project: {
        states: ['ready', 'broken', 'absent'],
        arguments: ['-c', 'test -e "$1" || exit 4; cat "$1"', 'sh', '{{ resource.identifier }}'],
        state: 'response.exit_code == 4 ? "absent" : response.stdout.trim()',
        details: { said: '{{ response.stdout }}' },
      },
    },
    intents: { 'tool.run': { effect: 'unsafe', arguments: ['-c', 'echo ready > a; echo odd > b'] } },
  });
  expect(await probe('project', 'a')).toEqual({ state: 'absent', details: { said: '' } });
});

test('Tcl that fails ends with what failed, from its standard input too', async () => {
  const { act } = await openTestProcess({
    command: 'tclsh',
    intents: {
      'tcl.run': {
        effect: 'unsafe',
        payload: OPEN,
        tcl: { script: 'puts before\nno_such_command {{ payload.x }}\nputs after' },
      },
    },
  });
  expect(await act('tcl.run', { x: 'a b' })).toMatchObject({
    effect: 'unknown',
    failure: {
      kind: 'adapter_failed',
      message: expect.stringContaining('invalid command name "no_such_command"'),
      details: { exit_code: 1 },
    },
  });
});
