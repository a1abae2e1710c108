import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processKind } from '../../adapters/process/process-adapter.ts';
import type { IntentOptions } from '../../adapters/process/process-options.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { SECRET } from '../config/load-for-test.ts';

const load = (text: string) =>
  loadConfig({
    file: { name: 'waybill.yaml', text },
    env: { WAYBILL_SECRET: SECRET, RENDER_LICENCE: 'x', VIVADO: '/x', PROJECTS: '/y' },
    kinds: ADAPTER_KINDS,
  });

test.for(['docs/how-to/local-commands.md', 'examples/vivado-tcl/waybill.yaml'])(
  'every configuration in %s is accepted',
  (path) => {
    const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const found = path.endsWith('.yaml')
      ? [page]
      : [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
    expect(found.length).toBeGreaterThan(0);
    for (const text of found) expect(load(text)).not.toHaveProperty('problems');
  },
);

test('a mistake is told with its line', () => {
  const text = [
    'adapters:',
    '  tool:',
    '    kind: process',
    '    command: tool',
    '    directory: .',
    '    intents:',
    '      tool.run:',
    '        effect: read',
    '        arguments: [a, "{{ payloat.x }}"]',
  ].join('\n');
  const loaded = load(text);
  expect(loaded).toMatchObject({
    problems: [{ where: 'waybill.yaml:9:24', message: expect.stringContaining('payloat') }],
  });
});

const PLACES: readonly (readonly [string, Partial<IntentOptions>, readonly (string | number)[]])[] = [
  ['an argument', { arguments: ['a', '{{ nobody }}'] }, ['arguments', 1]],
  [
    'the path of a script that is no file',
    { arguments: ['{{ tcl_file }}'], tcl: { script: 'exit' } },
    ['arguments', 0],
  ],
  ['the standard input', { stdin: { a: ['{{ payload. }}'] } }, ['stdin', 'a', 0]],
  ['a second standard input', { stdin: {}, tcl: { script: 'exit' } }, ['stdin']],
  ['a script in a file that no argument names', { tcl: { script: 'exit', from: 'file' } }, ['tcl', 'from']],
  ['a script', { tcl: { script: 'puts {{ x' } }, ['tcl', 'script']],
  ['a lock', { lock: { file: '{{ response.stdout }}' } }, ['lock', 'file']],
  ['a line of progress', { progress: { when: 'line' } }, ['progress', 'when']],
  ['a fraction', { progress: { when: 'true', fraction: 'line.' } }, ['progress', 'fraction']],
  ['a regular expression', { progress: { when: 'line.matches("(a+)+")' } }, ['progress', 'when']],
  ['a result', { returns: { a: '{{ stdout }}' } }, ['returns', 'a']],
  ['a rule', { errors: [{ when: 'exit_code == 1', kind: 'adapter_failed', message: 'x' }] }, ['errors', 0, 'when']],
  ['a proof', { verify: '1' }, ['verify']],
  ['a schema', { payload: { type: 'nothing' } }, ['payload']],
];
test.for(PLACES)('%s that can not be read is told with its place', ([, section, place]) => {
  const problems = processKind.check?.({
    command: 'tool',
    directory: '.',
    intents: { 'tool.run': { effect: 'read', ...section } },
  });
  expect(problems).toMatchObject([{ path: ['intents', 'tool.run', ...place] }]);
});

test('the resource type "file" can not be declared anew, and a state has to be readable', () => {
  const type = { states: ['present'], state: 'response.stdout' };
  const check = (types: Record<string, typeof type>) =>
    processKind.check?.({ command: 'tool', directory: '.', resource_types: types });
  expect(check({ file: type })).toMatchObject([{ path: ['resource_types', 'file'] }]);
  expect(check({ project: { ...type, state: 'stdout' } })).toMatchObject([
    { path: ['resource_types', 'project', 'state'] },
  ]);
  expect(check({ project: type })).toEqual([]);
});
