import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderWith, MAIN, runWaybill } from '../cli/run-waybill.ts';
import { callOf, connectTo, PATIENT, startHosted } from './host.ts';

const ECHO = { name: 'system_echo', arguments: { greeting: 'hello' } };
/** A module that prints in every way that there is. */
const NOISY = `const print = { key: 'noisy.print', title: 'Print', description: 'Prints.', effect: 'read', actions: [], requires: [],
  payload: { type: 'object', properties: {} }, result: { type: 'object' }, example: { payload: {}, resources: [] } };
export const adapterKind = {
  kind: 'noisy',
  options: { type: 'object', properties: {} },
  open: async () => ({
    intents: [print],
    resourceTypes: [],
    probe: () => ({ state: 'none' }),
    execute: () => {
      console.log('printed by the module');
      process.stdout.write('printed by the module, too\\n');
      return { effect: 'none', result: {} };
    },
    health: () => ({ status: 'healthy' }),
    close: async () => {},
  }),
};
`;
const FULFILLED = { outcome: { status: 'fulfilled', result: { greeting: 'hello' } } };

describe('waybill mcp', () => {
  test.for(['modern', 'legacy'] as const)('serves a %s client that starts it', async (era) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp'],
      cwd: folderWith({ 'waybill.yaml': PATIENT }),
      stderr: 'ignore',
    });
    const mode = era === 'modern' ? ('auto' as const) : ('legacy' as const);
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('system_echo');
    const { isError, structuredContent } = await client.callTool(ECHO);
    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject(FULFILLED);
  });

  test('serves a client of the SDK before, which starts it', async () => {
    const client = new OldClient({ name: 'test', version: '1.0.0' });
    const cwd = folderWith({ 'waybill.yaml': PATIENT });
    await client.connect(new OldTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('system_echo');
    expect((await client.callTool(ECHO)).structuredContent).toMatchObject(FULFILLED);
  });

  test('writes nothing but the protocol to standard output, and what it logs to standard error', async () => {
    const hosted = startHosted(['mcp'], { config: `${PATIENT}audit: { to: stdout }\n` });
    const client = await connectTo(hosted, 'modern');
    await client.callTool(ECHO);
    await client.callTool({ name: 'system_sleep', arguments: { ms: 1 } });
    hosted.child.stdin?.end();
    expect(await hosted.ended()).toEqual({ code: 0, signal: null });
    for (const line of hosted.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(hosted.stderr()).toContain('system.echo');
    expect(hosted.stderr()).toContain('audit.to is stdout, which carries the protocol');
  });

  test('keeps what modules print, and targets that die, out of standard output', async () => {
    const config = `${PATIENT}adapters:\n  noisy: { kind: module, module: ./noisy.mjs }\n  dead: { kind: mcp, command: ./no-such-server }\n`;
    const hosted = startHosted(['mcp'], { config, files: { 'noisy.mjs': NOISY } });
    const client = await connectTo(hosted, 'modern');
    await vi.waitFor(async () => {
      const { isError } = await client.callTool({ name: 'noisy_print', arguments: {} });
      expect(isError).toBe(false);
    }, 20_000);
    hosted.child.stdin?.end();
    expect(await hosted.ended()).toEqual({ code: 0, signal: null });
    expect(hosted.stderr()).toContain('printed by the module');
    for (const line of hosted.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  test('starts without a secret of its own, and says what that means', async () => {
    const hosted = startHosted(['mcp'], { config: PATIENT, env: { WAYBILL_SECRET: '' } });
    const client = await connectTo(hosted, 'modern');
    expect((await client.callTool(ECHO)).isError).toBe(false);
    expect(hosted.stderr()).toContain('WAYBILL_SECRET is not set');
  });

  test('listens to nothing, whatever the file says of that', async () => {
    const listen = 'listen: { host: 0.0.0.0, port: 1, allow_unauthenticated_network: true, internal: "127.0.0.1:2" }\n';
    const hosted = startHosted(['mcp'], { config: PATIENT + listen });
    const client = await connectTo(hosted, 'modern');
    expect((await client.callTool(ECHO)).isError).toBe(false);
    const sockets = readFileSync(`/proc/${hosted.child.pid}/net/tcp`, 'utf8');
    expect(sockets).not.toMatch(/: 0100007F:000[12] /);
  });

  test('refuses a configuration with every problem, and exits with 2', async () => {
    const run = await runWaybill(['mcp'], { folder: folderWith({ 'waybill.yaml': 'lissten: {}\nreplicas: x\n' }) });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('unknown key "lissten"');
  });

  test.for(['modern', 'legacy'] as const)(
    'takes a changed configuration at SIGHUP, and tells a %s host of it',
    async (era) => {
      const hosted = startHosted(['mcp'], { config: PATIENT });
      const client = await connectTo(hosted, era);
      if (era === 'modern') await client.listen({ toolsListChanged: true });
      expect((await client.listTools()).tools.length).toBeGreaterThan(1);
      writeFileSync(join(hosted.folder, 'waybill.yaml'), `${PATIENT}mcp: { expose: [system.echo] }\n`);
      hosted.child.kill('SIGHUP');
      await hosted.told('configuration reloaded');
      await hosted.received(({ method }) => method === 'notifications/tools/list_changed');
      const { tools } = await client.listTools(undefined, { cacheMode: 'bypass' });
      expect(tools.map(({ name }) => name)).toEqual(['system_echo']);
    },
  );
});

describe('where callers are asked who they are', () => {
  const key = async () => {
    const { stdout } = await runWaybill(['key', 'create', '--id', 'me', '--intent', 'system.echo', '--json']);
    const { key: made, entry } = JSON.parse(stdout);
    return { key: String(made), hash: String(entry.hash) };
  };
  const configOf = (hash: string) =>
    `${PATIENT}auth: { mode: api_key, keys: [{ id: me, hash: "${hash}", intents: [system.echo] }] }\n`;

  test('serves the owner of the key in WAYBILL_TOKEN, with what that key allows', async () => {
    const { key: token, hash } = await key();
    const hosted = startHosted(['mcp'], { config: configOf(hash), env: { WAYBILL_TOKEN: token } });
    const client = await connectTo(hosted, 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['system_echo']);
    expect((await client.callTool(ECHO)).isError).toBe(false);
    expect(hosted.stderr()).not.toContain(token);
  });

  test('does not start without one, nor with another', async () => {
    const { hash } = await key();
    const folder = folderWith({ 'waybill.yaml': configOf(hash) });
    const without = await runWaybill(['mcp'], { folder });
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toContain('set WAYBILL_TOKEN');
    const other = await runWaybill(['mcp'], { folder, env: { WAYBILL_TOKEN: 'wbk_other' } });
    expect(other).toMatchObject({ code: 4, stdout: '' });
  });

  test('answers nothing more once a reload has withdrawn the key', async () => {
    const { key: token, hash } = await key();
    const hosted = startHosted(['mcp'], { config: configOf(hash), env: { WAYBILL_TOKEN: token } });
    const client = await connectTo(hosted, 'modern');
    await client.callTool(ECHO);
    writeFileSync(join(hosted.folder, 'waybill.yaml'), configOf((await key()).hash));
    hosted.child.kill('SIGHUP');
    await hosted.told('configuration reloaded');
    await expect(client.callTool(ECHO)).rejects.toMatchObject({ code: -32_600, data: { code: 'unauthenticated' } });
  });
});

test('a host that reads nothing is not answered without bound, and is served once it reads', async () => {
  const hosted = startHosted(['mcp'], { config: PATIENT });
  const { stdin, stdout } = hosted.child;
  let answers = 0;
  stdout?.removeAllListeners('data');
  stdout?.on('data', (part: string) => {
    answers += part.split('\n').length - 1;
  });
  stdout?.pause();
  const text = 'x'.repeat(400_000);
  let taken = 0;
  const sendAll = async () => {
    for (let id = 1; id <= 40; id += 1) {
      const line = `${JSON.stringify({ jsonrpc: '2.0', ...callOf(id, 'system_echo', { text }) })}\n`;
      await new Promise((resolve) => stdin?.write(line, resolve));
      taken = id;
    }
  };
  const sent = sendAll();
  await vi.waitUntil(() => taken > 5, { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(taken).toBeLessThan(40);
  stdout?.resume();
  await sent;
  await vi.waitUntil(() => answers === 40, { timeout: 25_000 });
}, 60_000);

test('a message that is too large is refused, and the next one is served', async () => {
  const hosted = startHosted(['mcp'], { config: 'limits: { event_loop_delay_ms: 60000, body_bytes: 4096 }\n' });
  hosted.send(callOf(1, 'system_echo', { text: 'x'.repeat(5000) }));
  expect(await hosted.received(({ id }) => id === 1)).toMatchObject({ error: { data: { code: 'payload_too_large' } } });
  hosted.send(callOf(2, 'system_echo', { text: 'x' }));
  expect(await hosted.received(({ id }) => id === 2)).toMatchObject({ result: { isError: false } });
});
