import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith, type Running, serve } from '../cli/run-waybill.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTED_ORIGIN = 'http://127.0.0.1:8080';
/** A browser and a dozen programs start in it, on a machine that may be busy. */
const LIMIT_MS = 120_000;

const PATH = String(process.env.PATH);

/** What `npm start` serves. */
const start = () => serve(undefined, ['--development'], { WAYBILL_SECRET: '', PATH, HOME: folderWith() });

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
}

/** The README's two requests; the id in the second is the one that the first gave. */
function readmeScript(origin: string): string {
  const [mint = '', open = ''] = blocksOf('README.md', 'sh').filter((block) => block.startsWith('curl'));
  const idOfMint = `ID=$(${mint.trim()} | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`;
  const withId = open.replace(/login-flow-\d{13}-\d{3}-[0-9a-f]{16}/, `'"$ID"'`);
  return `${idOfMint}\n${withId}\necho`.replaceAll(DOCUMENTED_ORIGIN, origin);
}

function printedLines(service: Running): string[] {
  const lines = service.stdout().split('\n');
  return lines.filter((line) => /^(ID=|OPENED=|curl )/.test(line));
}

test('README and tutorial work as written, one after the other, pages of both being open', {
  timeout: LIMIT_MS,
}, async () => {
  const service = await start();
  await service.wrote('; echo\n');
  const commands = blocksOf('docs/tutorial.md', 'sh').filter((block) => block.includes('npx waybill'));
  expect(commands).toHaveLength(3);
  const script = [readmeScript(service.origin), ...printedLines(service), ...commands].join('\n');
  const { stdout } = await run('sh', ['-c', script.replaceAll('npx waybill', '"$NODE" "$WAYBILL"')], {
    env: { PATH, NODE: process.execPath, WAYBILL: join(ROOT, 'bin/waybill.js'), WAYBILL_URL: service.origin },
  }).catch((error: unknown) => error as { stdout: string }); // `as`: a command that was refused ends the script with 1
  const answers = stdout.split('\n').filter((line) => line.startsWith('{"intent"'));
  expect(answers.map((line) => JSON.parse(line).outcome.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(stdout.match(/^(fulfilled|partially_fulfilled|rejected) {2}\S+/gm)).toEqual([
    'fulfilled  ui_interaction.navigate',
    'rejected  ui_interaction.click',
    'fulfilled  ui_interaction.click',
    'fulfilled  ui_interaction.click',
    'fulfilled  ui_interaction.navigate',
    'fulfilled  ui_interaction.click',
  ]);
  expect(stdout).toContain('dom_element #hidden-btn is hidden, expected visible_enabled');
});

test('the program of the client reference runs as written, and is refused as README and tutorial show', {
  timeout: LIMIT_MS,
}, async () => {
  const service = await start();
  const [program = ''] = blocksOf('docs/reference/client.md', 'js');
  const folder = folderWith({ 'walk.mjs': program });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/waybill'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const { stdout } = await run(process.execPath, ['walk.mjs'], { cwd: folder, env: { WAYBILL_URL: service.origin } });
  const [opened, refused, hiddenBy = '', ...more] = stdout.trim().split('\n');
  expect(opened).toBe('page.open fulfilled verified');
  expect(refused).toBe('ui_interaction.click rejected dom_element #hidden-btn is hidden, expected visible_enabled');
  const shown = blocksOf('README.md', 'json').at(-1) ?? '{}';
  expect(JSON.parse(shown)).toMatchObject({
    code: 'resource_state_mismatch',
    message: refused?.replace('ui_interaction.click rejected ', ''),
    details: { resources: [{ hidden_by: hiddenBy }] },
  });
  expect(readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')).toContain(`hidden_by: '${hiddenBy}'`);
  expect(more).toEqual([
    'ui_interaction.click fulfilled verified',
    'ui_interaction.click fulfilled verified',
    'ui_interaction.click fulfilled verified',
    'page.close fulfilled verified',
  ]);
});
