import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRecord } from '../../src/core/is-record.ts';
import { readHostFile } from '../../src/hosts/read-host-file.ts';
import { runHere } from '../cli/run-waybill.ts';
import { connectTo, PATIENT, startHosted } from './host.ts';

const page = readFileSync(new URL('../../docs/how-to/use-from-mcp-hosts.md', import.meta.url), 'utf8');
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVICE = 'http://127.0.0.1:8080/mcp';

const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => String(json));
const servers = blocks.flatMap((json) => {
  const read = readHostFile(json);
  return 'servers' in read ? [...read.servers.values()].filter(isRecord) : [];
});
const commands = servers.flatMap(({ command, args }) =>
  command === 'node' && Array.isArray(args) ? [args.map(String)] : [],
);
const addresses = servers.flatMap(({ url, serverUrl }) => url ?? serverUrl ?? []);

test('every JSON of the page is some, and what it holds for hosts is a command or an address', () => {
  for (const json of blocks) expect(() => JSON.parse(json)).not.toThrow();
  expect(commands.length).toBe(7);
  expect(addresses).toEqual(Array(5).fill(SERVICE));
  expect(servers.length).toBe(commands.length + addresses.length);
});

test.for(commands.map((args) => [args.slice(1).join(' '), args] as const))(
  'node … %s is a command line of the program',
  async ([, args]) => {
    const [program = '', command = ''] = args;
    expect(existsSync(join(ROOT, program.replace('/opt/waybill/', '')))).toBe(true);
    const { stdout } = await runHere([command, '--help']);
    for (const option of args
      .slice(1)
      .join(' ')
      .split(' -- ')[0]
      ?.match(/--[a-z-]+/g) ?? [])
      expect(stdout).toContain(option);
  },
);

test('what hosts are told to start serves them', async () => {
  const [, ...args] = commands[0] ?? [];
  const hosted = startHosted(
    args.map((arg) => (arg === '/etc/waybill.yaml' ? 'waybill.yaml' : arg)),
    { config: PATIENT },
  );
  const { tools } = await (await connectTo(hosted, 'legacy')).listTools();
  expect(tools.map(({ name }) => name)).toContain('system_echo');
});
