import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { SECRET } from '../config/load-for-test.ts';
import { openTestService } from '../open-test-service.ts';
import { apiKey, apiKeys, keyOf } from './auth-settings.ts';

const page = readFileSync(new URL('../../docs/how-to/authenticate.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

test('the configurations that ask callers who they are load as written', () => {
  const problems = blocks('yaml').map((text) => {
    const loaded = loadConfig({
      file: { name: 'page.yaml', text },
      env: { WAYBILL_SECRET: SECRET },
      kinds: ADAPTER_KINDS,
    });
    return 'problems' in loaded ? loaded.problems : [];
  });
  expect(problems).toEqual([[], [], []]);
});

test('the line that sends a key runs as written', async () => {
  const { origin } = await openTestService(apiKeys(apiKey('ci')));
  const env = { PATH: String(process.env.PATH), WAYBILL_URL: origin, WAYBILL_TOKEN: keyOf('ci') };
  const { stdout } = await promisify(execFile)('sh', ['-c', blocks('sh')[0] ?? ''], { env });
  expect(JSON.parse(stdout).contexts).toHaveLength(1);
});
