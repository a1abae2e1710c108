import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { processKind } from '../../adapters/process/process-adapter.ts';
import type { ProcessOptions } from '../../adapters/process/process-options.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { processesWith } from './process-table.ts';

const SECRET = 'open-parcel-7-and-more';

const TOOL = `#!/bin/sh
case "$1" in
  say) echo "number $2"; sleep 0.05; echo "{\\"number\\": $2}" ;;
  add) echo "$2" >> journal; echo '{"added": true}' ;;
  wait) echo begun; : > begun; sleep 600 ;;
  odd) echo "no JSON, but $TOOL_TOKEN" ; echo "token $TOOL_TOKEN" >&2 ;;
  fail) echo "could not use $TOOL_TOKEN" >&2; exit 3 ;;
  flood) exec yes ;;
  state) test "$2" = slow && exec sleep 600; test -e "$2" && echo there || echo missing ;;
esac
`;

const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
const tool = join(folder, 'tool');
writeFileSync(tool, TOOL);
chmodSync(tool, 0o755);
writeFileSync(join(folder, 'journal'), '');
writeFileSync(join(folder, 'project'), '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const number = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };
const options: ProcessOptions = {
  command: './tool',
  directory: '.',
  environment: { TOOL_TOKEN: SECRET },
  intents: {
    'tool.say': {
      effect: 'read',
      payload: number,
      arguments: ['say', '{{ payload.number }}'],
      output: 'lines',
      progress: { when: 'line.startsWith("number")' },
      returns: { number: '{{ int(response.stdout[0].split(" ")[1]) }}' },
      result: number,
      example: { payload: { number: 7 } },
    },
    'tool.add': {
      effect: 'unsafe',
      payload: number,
      arguments: ['add', '{{ payload.number }}'],
      lock: { file: 'project' },
      output: 'json',
      result: { type: 'object', properties: { added: { type: 'boolean' } }, required: ['added'] },
      verify: 'response.stdout.added == true',
      example: { payload: { number: 1 } },
    },
    'tool.wait': { effect: 'unsafe', arguments: ['wait'], progress: { when: 'true' } },
    'tool.odd': { effect: 'read', arguments: ['odd'], output: 'json', progress: { when: 'true' } },
    'tool.fail': { effect: 'read', arguments: ['fail'] },
    'tool.flood': { effect: 'read', arguments: ['flood'], progress: { when: 'true' } },
  },
  resource_types: {
    project: {
      states: ['there', 'missing'],
      arguments: ['state', '{{ resource.identifier }}'],
      state: 'response.stdout.trim()',
    },
  },
};

const cases = adapterContract({
  kind: processKind,
  options: () => options,
  folder,
  calls: {
    'tool.wait': { leftOut: 'it is the long call' },
    'tool.odd': { leftOut: 'it is a bad answer' },
    'tool.fail': { leftOut: 'it is a bad answer' },
    'tool.flood': { leftOut: 'it is the flood' },
  },
  longCall: {
    intent: 'tool.wait',
    call: async () => {
      rmSync(join(folder, 'begun'), { force: true });
      return { payload: {} };
    },
    begun: () => until(() => existsSync(join(folder, 'begun')), 20_000),
  },
  distinct: {
    intent: 'tool.say',
    call: (count) => ({ payload: { number: count } }),
    numberOf: (result) => (isRecord(result) ? Number(result.number) : undefined),
    numberOfProgress: ({ message = '' }) => Number(message.split(' ')[1]),
  },
  resources: {
    looks: [
      { resource: { type: 'project', identifier: 'project', state: 'there' } },
      { resource: { type: 'file', identifier: 'project', state: 'present' } },
    ],
    slow: { resource: { type: 'project', identifier: 'slow', state: 'there' } },
  },
  world: () => readFileSync(join(folder, 'journal'), 'utf8'),
  upstream: {
    stop: async () => {
      renameSync(tool, `${tool}.away`);
      for (const pid of processesWith(tool)) process.kill(pid, 'SIGKILL');
    },
    start: async () => renameSync(`${tool}.away`, tool),
  },
  badAnswers: [
    { intent: 'tool.odd', call: { payload: {} } },
    { intent: 'tool.fail', call: { payload: {} } },
  ],
  flood: { intent: 'tool.flood', call: { payload: {} } },
  secrets: [SECRET],
});

for (const { name, run } of cases) test(name, run);
