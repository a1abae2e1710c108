import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith, runHere, runWaybill, serve } from './run-waybill.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = ['README.md', 'adapter.js', 'adapter.test.js', 'notes/hello.txt', 'package.json', 'waybill.yaml'];

/** An adapter that was just written, with this package installed beside it. */
async function writeNew(name: string): Promise<{ readonly folder: string; readonly stdout: string }> {
  const home = folderWith();
  const { code, stdout, stderr } = await runWaybill(['adapter', 'new', name], { folder: home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: FILES.map((file) => `wrote ${name}/${file}\n`).join('') });
  const folder = join(home, name);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/waybill'), 'dir');
  return { folder, stdout };
}

test('a new adapter passes the tests that it brings', async () => {
  const { folder } = await writeNew('tracker');
  const { stdout } = await run(process.execPath, ['--test'], { cwd: folder, env: {} });
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(20);
}, 120_000);

test('a new adapter is right by its own types', async () => {
  const { folder } = await writeNew('tracker');
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const how = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...how, ...types, 'adapter.js', 'adapter.test.js'], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => expect(error.stdout).toBe(''),
  );
}, 120_000);

test('a new adapter is served by its own configuration, and its intents come back fulfilled', async () => {
  const { folder, stdout } = await writeNew('tracker');
  const file = join(folder, 'waybill.yaml');
  appendFileSync(file, 'limits: { event_loop_delay_ms: 60000 }\n'); // a busy machine must not shed the tests' own requests
  const { origin } = await serve(undefined, ['--config', file]);
  const env = { WAYBILL_URL: origin };
  const send = (args: readonly string[]) => runWaybill(['send', ...args, '--json'], { env });
  const flow = ['--domain', 'trial', '--business-key', 'me'];
  // As the command itself says at the end.
  const line = stdout.split('\n').find((step) => step.startsWith('npx waybill send '));
  const [, args = '', payload = ''] = /^npx waybill send (.*) --payload '(.*)'$/.exec(line ?? '') ?? [];
  const read = await send([...args.split(' '), '--payload', payload]);
  expect(read.stderr).toBe('');
  expect(JSON.parse(read.stdout)).toMatchObject({
    outcome: { status: 'fulfilled', effect: 'none', result: { name: 'hello', text: 'Hello from a note.\n' } },
  });
  const note = '{"name": "greeting", "text": "Good morning."}';
  const written = await send(['tracker.write', ...flow, '--payload', note]);
  expect(written.stderr).toBe('');
  expect(JSON.parse(written.stdout)).toMatchObject({
    outcome: { status: 'fulfilled', effect: 'applied', verification: { status: 'verified' } },
  });
  expect(readFileSync(join(folder, 'notes/greeting.txt'), 'utf8')).toBe('Good morning.');
  const absent = await send([
    'tracker.read',
    ...flow,
    '--resource',
    'tracker-note:nowhere:present',
    '--payload',
    payload,
  ]);
  expect(absent.code).toBe(1);
  expect(JSON.parse(absent.stdout).outcome.error).toMatchObject({ code: 'resource_state_mismatch' });
}, 60_000);

test('nothing that is there is written over', async () => {
  const folder = folderWith({ 'adapter.js': 'mine' });
  const { code, stderr, stdout } = await runHere(['adapter', 'new', 'tracker', '--dir', folder]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(`error: ${folder} holds adapter.js already; choose another --dir\n`);
  expect(readFileSync(join(folder, 'adapter.js'), 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['adapter.js']);
});

test('what stands in the way of a folder is said', async () => {
  const folder = folderWith({ file: '' });
  const { code, stderr } = await runHere(['adapter', 'new', 'tracker', '--dir', join(folder, 'file/inside')]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${folder}/file/inside can not be written (ENOTDIR)\n` });
});

test.for(['Tracker', '1st', 'system', '../up', 'a b', ''])('%s is no name for an adapter', async (name, { expect }) => {
  const { code, stderr } = await runHere(['adapter', 'new', name, '--dir', folderWith()]);
  expect(code).toBe(2);
  expect(stderr).toContain('expected a lower-case letter');
});

test('where this package is not to be found, the next steps install it', async () => {
  const folder = folderWith();
  const without = await runHere(['adapter', 'new', 'tracker', '--dir', join(folder, 'one')]);
  expect(without.stdout).toContain(`npm install --save-dev ${ROOT.replace(/\/$/, '')}\n`);
  mkdirSync(join(folder, 'node_modules/waybill'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/waybill/package.json'), '{}');
  const within = await runHere(['adapter', 'new', 'tracker', '--dir', join(folder, 'two')]);
  expect(within.stdout).not.toContain('npm install');
});
