// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to variables are what is translated here
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHostFile } from '../../src/hosts/read-host-file.ts';
import { translateHost } from '../../src/hosts/translate-host.ts';
import { folderWith, runHere } from './run-waybill.ts';

const CURSOR = `{
  // where the team keeps its servers
  "mcpServers": {
    "GitHub Issues": {
      "command": "npx",
      "args": ["-y", "@example/github", "--api-key", "sk-live-1234567", "--repo=demo",],
      "env": { "GITHUB_TOKEN": "ghp_secret-of-mine", "DEBUG": "1" },
    },
    "search": {
      "url": "https://search.example/mcp", /* over HTTP */
      "headers": { "Authorization": "Bearer token-of-mine", "X-Team": "blue" },
    },
    "old": { "type": "sse", "url": "https://old.example/sse" },
    "off": { "command": "x", "disabled": true },
  },
}`;

const SECRETS = ['sk-live-1234567', 'ghp_secret-of-mine', 'token-of-mine', 'blue'];

/** What the variables that it names are set to. */
function environmentOf(stderr: string): Record<string, string> {
  return Object.fromEntries([...stderr.matchAll(/^set (\w+):/gm)].map(([, name]) => [String(name), 'value']));
}

describe('waybill init', () => {
  test('writes a configuration that loads, without the secrets of the host, and says what to set', async () => {
    const folder = folderWith({ 'mcp.json': CURSOR });
    const [from, out] = [join(folder, 'mcp.json'), join(folder, 'waybill.yaml')];
    const run = await runHere(['init', '--from', from, '--out', out]);
    expect(run).toMatchObject({ code: 0, stdout: `waybill config check ${out}\nwaybill mcp --config ${out}\n` });
    expect(run.stderr).toContain('set GITHUB_TOKEN: env GITHUB_TOKEN of GitHub Issues');
    expect(run.stderr).toContain('left out: old: it is reached by the old transport of events');
    expect(run.stderr).toContain('left out: off: the host has it switched off');
    const written = readFileSync(out, 'utf8');
    for (const secret of SECRETS) expect(written + run.stderr).not.toContain(secret);
    const env = { ...environmentOf(run.stderr), WAYBILL_SECRET: 'x'.repeat(32) };
    expect(await runHere(['config', 'check', out], env)).toMatchObject({ code: 0, stdout: `${out} is valid\n` });
  });

  test('writes over nothing', async () => {
    const folder = folderWith({ 'mcp.json': CURSOR, 'waybill.yaml': 'kept' });
    const out = join(folder, 'waybill.yaml');
    const run = await runHere(['init', '--from', join(folder, 'mcp.json'), '--out', out]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('is there already, and is not overwritten');
    expect(readFileSync(out, 'utf8')).toBe('kept');
  });

  test('says what is wrong with what it can not take over', async () => {
    const folder = folderWith();
    const tell = async (text: string) => {
      writeFileSync(join(folder, 'mcp.json'), text);
      return await runHere(['init', '--from', join(folder, 'mcp.json'), '--out', join(folder, 'waybill.yaml')]);
    };
    expect(await runHere(['init'])).toMatchObject({ code: 2, stderr: 'error: no list of servers: say --from\n' });
    expect((await runHere(['init', '--from', join(folder, 'none')])).stderr).toContain('can not be read (ENOENT)');
    expect((await tell('{ "mcpServers": { "a": "ghp_secret" ')).stderr).toMatch(/this is no JSON\n$/);
    expect((await tell('{ "mcp": [] }')).stderr).toContain('no servers are in it: expected one of mcpServers, servers');
    const none = await tell('{ "mcpServers": { "a": 1 } }');
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toContain('left out: a: it is no object');
  });
});

test.for([
  ['Claude, Cursor, Windsurf', '{ "mcpServers": { "a": {} } }'],
  ['VS Code', '{ "inputs": [], "servers": { "a": {} } }'],
  ['the settings of VS Code', '{ "mcp": { "servers": { "a": {} } } }'],
  ['Zed', '{ "theme": "One", "context_servers": { "a": {} } }'],
])('the list of servers is found in the file of %s', ([, text]) => {
  expect(readHostFile(text ?? '')).toEqual({ servers: new Map([['a', {}]]) });
});

test('what only looks like a comment is kept', () => {
  const text = '{ "servers": { "a": { "url": "https://a.example/mcp", "args": ["/* no */", ",]"] } } }';
  expect(readHostFile(text)).toEqual({
    servers: new Map([['a', { url: 'https://a.example/mcp', args: ['/* no */', ',]'] }]]),
  });
});

describe('one server of a host', () => {
  const sheet: readonly [string, object, object][] = [
    ['a command', { command: 'npx', args: ['-y', 'it'] }, { command: 'npx', arguments: ['-y', 'it'] }],
    ['an old form of Zed', { command: { path: 'it', args: ['a'] } }, { command: 'it', arguments: ['a'] }],
    ['a folder', { command: 'it', cwd: '/srv/it' }, { command: 'it', directory: '/srv/it' }],
    [
      'what looks like a reference to nothing',
      { command: 'it', args: ['$x ${'] },
      { command: 'it', arguments: ['$x $${'] },
    ],
    [
      'a variable of Cursor',
      { command: 'it', args: ['${env:DATA_DIR}/a'] },
      { command: 'it', arguments: ['${DATA_DIR}/a'] },
    ],
    ['a variable of Claude Code', { url: '${API_URL:-https://a.example}/mcp' }, { url: '${API_URL}/mcp' }],
    [
      'an input of VS Code',
      { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${input:api-key}' } },
      { url: 'https://a.example/mcp', bearer: '${API_KEY}' },
    ],
    ['an address of Windsurf', { serverUrl: 'https://a.example/mcp' }, { url: 'https://a.example/mcp' }],
    ['a secret in an address', { url: 'https://a.example/mcp?key=1234' }, { url: '${IT_URL}' }],
    [
      'a secret in an argument',
      { command: 'it', args: ['--token=1234'] },
      { command: 'it', arguments: ['${IT_ARGUMENT_1}'] },
    ],
    [
      'a secret behind an option',
      { command: 'it', args: ['--password', '1234'] },
      { command: 'it', arguments: ['--password', '${IT_PASSWORD}'] },
    ],
    [
      'a secret beside a reference',
      { command: 'it', env: { A_KEY: 'x${env:B}' } },
      { command: 'it', environment: { A_KEY: '${A_KEY}' } },
    ],
  ];
  test.for(sheet)('%s', ([, server, options]) => {
    const { targets } = translateHost(new Map([['it', server]]));
    expect(targets.get('it')).toEqual({ kind: 'mcp', ...options });
  });

  test('two that hold another value under one name have a variable each', () => {
    const server = (value: string) => ({ command: 'it', env: { API_KEY: value } });
    const { targets, variables } = translateHost(
      new Map([
        ['one', server('1')],
        ['two', server('2')],
        ['three', server('1')],
      ]),
    );
    expect([...targets.values()].map(({ environment }) => environment)).toEqual([
      { API_KEY: '${API_KEY}' },
      { API_KEY: '${API_KEY_2}' },
      { API_KEY: '${API_KEY}' },
    ]);
    expect(variables.map(({ name }) => name)).toEqual(['API_KEY', 'API_KEY_2']);
  });

  test('names that are none for a target become one, and stay apart', () => {
    const { targets } = translateHost(
      new Map(['My Server', 'my-server', 'system', '7', '本'].map((name) => [name, { command: 'it' }])),
    );
    expect([...targets.keys()]).toEqual(['my-server', 'my-server-2', 'system-2', 'server', 'server-2']);
  });
});
