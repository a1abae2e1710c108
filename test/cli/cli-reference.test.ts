import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.ts';
import { runHere } from './run-waybill.ts';

const page = readFileSync(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8');
const COMMANDS = [
  'serve',
  'mcp',
  'wrap',
  'config check',
  'context mint',
  'context verify',
  'key create',
  'import openapi',
  'init',
  'adapter new',
  'send',
  'replay',
  'explain',
  'routes',
  'receipt key',
  'receipt verify',
];

async function optionsOf(command: string): Promise<string[]> {
  const { stdout } = await runHere([...command.split(' '), '--help']);
  return [...stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].flatMap(([, option]) => option ?? []);
}

test.for(COMMANDS)('the command line reference knows every option of waybill %s', async (command) => {
  expect(page).toContain(`## waybill ${command}\n`);
  const options = (await optionsOf(command)).filter((option) => option !== '--help');
  expect(options.length).toBeGreaterThan(0);
  expect(options.filter((option) => !page.includes(option))).toEqual([]);
});

test('the command line reference names no option that does not exist', async () => {
  const known = new Set(['--enable-source-maps', ...(await Promise.all(COMMANDS.map(optionsOf))).flat()]);
  const named = [...page.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option);
  expect(named.filter((option) => !known.has(option))).toEqual([]);
});

test('the command line reference lists every exit code', () => {
  for (const code of Object.values(EXIT)) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
});
