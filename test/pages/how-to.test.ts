import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith, runWaybill, serve } from '../cli/run-waybill.ts';
import { openTestService } from '../open-test-service.ts';

const run = promisify(execFile);
const readPage = (name: string) => readFileSync(new URL(`../../docs/how-to/${name}.md`, import.meta.url), 'utf8');

function block(page: string, language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readPage(page))?.[1] ?? '';
}

test('the program that watches progress runs as written, and prints what the page shows', async () => {
  const service = await openTestService();
  const program = join(folderWith({ 'watch.mjs': block('watch-progress', 'js') }), 'watch.mjs');
  const { stdout } = await run(process.execPath, [program], { env: { WAYBILL_URL: service.origin } });
  expect(stdout).toBe(block('watch-progress', 'text'));
  expect(stdout).toMatch(/fulfilled/);
});

test('the lines that poll for an answer run as written, and print what the page shows', async () => {
  const service = await openTestService();
  const script = block('poll-for-an-answer', 'sh');
  const env = { WAYBILL_URL: service.origin, PATH: String(process.env.PATH), TMPDIR: folderWith() };
  const { stdout } = await run('sh', ['-c', script], { env });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = answers.pop();
  expect(answers.length).toBeGreaterThan(1);
  for (const { ticket, retry_after_ms } of answers) {
    expect(ticket).toBe(answers[0].ticket);
    expect(retry_after_ms).toBe(0);
  }
  const events = [...answers, last].flatMap((answer) => answer.events);
  expect(events.map(({ seq, progress }) => `${seq}: ${progress.message}`)).toEqual(
    [1, 2, 3, 4].map((seq) => `${seq}: step ${seq} of 4`),
  );
  expect(last).toMatchObject({ cursor: 4, status: 200, answer: { outcome: { status: 'fulfilled' } } });
  for (const name of Object.keys(last)) expect(block('poll-for-an-answer', 'text')).toContain(`"${name}":`);
});

test('the program that sends the same again runs as written, and prints what the page shows', async () => {
  const service = await openTestService();
  const program = join(folderWith({ 'once.mjs': block('single-use', 'js') }), 'once.mjs');
  const { stdout } = await run(process.execPath, [program], { env: { WAYBILL_URL: service.origin } });
  expect(stdout).toBe(block('single-use', 'text'));
});

test('the adapter of the page that shows how one is written is served as written', async () => {
  const folder = folderWith({
    'clock.js': block('write-an-adapter', 'js'),
    'package.json': '{"type": "module"}',
    'waybill.yaml': `${block('write-an-adapter', 'yaml')}limits: { event_loop_delay_ms: 60000 }\n`,
  });
  const { origin } = await serve(undefined, ['--config', join(folder, 'waybill.yaml')]);
  const flow = ['--domain', 'trial', '--business-key', 'me', '--payload', '{}', '--json'];
  const { stdout } = await runWaybill(['send', 'clock.read', ...flow], { env: { WAYBILL_URL: origin } });
  expect(JSON.parse(stdout)).toMatchObject({ outcome: { status: 'fulfilled', result: { time: expect.any(String) } } });
});

test.for([
  ['call-from-an-mcp-client', (shown: string) => shown],
  ['long-actions', () => expect.stringMatching(/^(working step \d of 5\n)*completed step 5 of 5\nfulfilled\n$/)],
] as const)('the program of the page %s runs as written, and prints what the page shows', async ([page, printed]) => {
  const service = await openTestService();
  const folder = folderWith({ 'program.mjs': block(page, 'js') });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const env = { WAYBILL_URL: service.origin };
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder, env });
  const shown = block(page, 'text');
  expect(shown).toEqual(printed(shown));
  expect(stdout).toEqual(printed(shown));
});
