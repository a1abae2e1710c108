import { expect, test } from 'vitest';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import { httpKind } from '../../adapters/http/http-adapter.ts';
import { processKind } from '../../adapters/process/process-adapter.ts';
import { websocketKind } from '../../adapters/websocket/websocket-adapter.ts';

const { host } = openTestHost();
const broken = { returns: '{{ response. }}' };

test.for([
  ['http', () => httpKind.open({ base_url: 'http://127.0.0.1:9', intents: { a: { path: '/', ...broken } } }, host)],
  [
    'process',
    () => processKind.open({ command: 'true', directory: '.', intents: { a: { effect: 'read', ...broken } } }, host),
  ],
  [
    'websocket',
    () =>
      websocketKind.open(
        {
          url: 'ws://127.0.0.1:9',
          answer: { id: 'message.id' },
          intents: { a: { effect: 'read', send: '{{ request_id }}', ...broken } },
        },
        host,
      ),
  ],
] as const)('a target of kind %s is not opened with options that its check refuses', async ([, open]) => {
  await expect(open()).rejects.toThrow(/^intents\.a\.returns: .*CEL/);
});
