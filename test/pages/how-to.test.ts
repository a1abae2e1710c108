import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/run-waybill.ts';
import { openTestService } from '../open-test-service.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/how-to/watch-progress.md', import.meta.url), 'utf8');

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
}

test('the program that watches progress runs as written, and prints what the page shows', async () => {
  const service = await openTestService();
  const program = join(folderWith({ 'watch.mjs': block('js') }), 'watch.mjs');
  const { stdout } = await run(process.execPath, [program], { env: { WAYBILL_URL: service.origin } });
  expect(stdout).toBe(block('text'));
  expect(stdout).toMatch(/fulfilled/);
});
