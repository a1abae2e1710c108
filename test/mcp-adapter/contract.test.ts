import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { mcpKind } from '../../adapters/mcp/mcp-adapter.ts';
import type { McpTargetOptions } from '../../adapters/mcp/mcp-options.ts';
import type { Adapter, AdapterKind } from '../../contracts/adapter.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { processesWith } from '../process/process-table.ts';

const SECRET = 'open-parcel-9-and-more';
const folder = mkdtempSync(join(tmpdir(), 'waybill-mcp-contract-'));
const program = join(folder, 'server.mjs');
const source = fileURLToPath(new URL('./servers/stdio.mjs', import.meta.url));
writeFileSync(program, `import ${JSON.stringify(source)};\n`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The one that is open; to see that it has noticed. */
let opened: Adapter | undefined;
const kind: AdapterKind<McpTargetOptions> = {
  ...mcpKind,
  open: async (options, host) => {
    opened = await mcpKind.open(options, host);
    return opened;
  },
};

const cases = adapterContract({
  kind,
  options: (): McpTargetOptions => ({
    command: process.execPath,
    arguments: [program],
    environment: { TOOL_TOKEN: SECRET },
    effects: { odd: 'read' },
  }),
  folder,
  calls: {
    'subject.wait': { leftOut: 'it is the long call' },
    'subject.fail': { leftOut: 'it is a bad answer' },
    'subject.fail_read': { leftOut: 'it is a bad answer' },
    'subject.odd': { leftOut: 'it is a bad answer' },
    'subject.protocol_error': { leftOut: 'it is a bad answer' },
    'subject.leak': { leftOut: 'it is a bad answer' },
    'subject.die': { leftOut: 'it ends the server' },
    'subject.ask': { leftOut: 'no caller of the suite can be asked' },
    'subject.flood': { leftOut: 'it is the flood' },
    'subject.change': { leftOut: 'it changes what is declared' },
  },
  longCall: { intent: 'subject.wait', call: { payload: {} } },
  distinct: {
    intent: 'subject.say',
    call: (number) => ({ payload: { number } }),
    numberOf: (result) =>
      isRecord(result) && isRecord(result.structuredContent) ? Number(result.structuredContent.number) : undefined,
    numberOfProgress: ({ message = '' }) => Number(message.split(' ')[1]),
  },
  resources: { leftOut: 'it has no resource types' },
  world: { leftOut: 'what the tools change is in the process of each adapter' },
  upstream: {
    stop: async () => {
      renameSync(program, `${program}.away`);
      for (const pid of processesWith(program)) process.kill(pid, 'SIGKILL');
      await until(async () => (await opened?.health())?.status !== 'healthy', 20_000);
    },
    start: async () => renameSync(`${program}.away`, program),
  },
  badAnswers: ['fail', 'fail_read', 'odd', 'protocol_error', 'leak'].map((tool) => ({
    intent: `subject.${tool}`,
    call: { payload: {} },
  })),
  flood: { intent: 'subject.flood', call: { payload: {} } },
  secrets: [SECRET],
  patienceMs: 15_000,
});

for (const { name, run } of cases) test(name, run);
