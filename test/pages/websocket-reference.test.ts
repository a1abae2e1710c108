import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(new URL('../../docs/reference/websocket.md', import.meta.url), 'utf8');

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
}

test('the program of the WebSocket reference runs as written, and prints what the page shows', async () => {
  const service = await openTestService();
  // As text from the folder that the page names: `ws` is found from there.
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', block('js')], {
    cwd: ROOT,
    env: { WAYBILL_URL: service.origin },
  });
  expect(stdout).toBe(block('text'));
  expect(stdout).toMatch(/fulfilled/);
});

test('the WebSocket reference names every limit of the configuration, and every code that the service closes with', () => {
  for (const limit of ['frame_bytes', 'in_flight', 'send_buffer_bytes', 'heartbeat_ms']) {
    expect(page).toContain(`| \`websocket.${limit}\` |`);
  }
  for (const code of [1001, 1002, 1006, 1007, 1008, 1009]) expect(page).toContain(`| ${code} |`);
});
