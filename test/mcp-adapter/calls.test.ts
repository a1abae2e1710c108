import { expect, test } from 'vitest';
import { openTestMcp, serverCommand } from './open-test-mcp.ts';

test('the tools of a server that is started by a command are intents, and can be called', async () => {
  const { adapter, declared, act } = await openTestMcp(serverCommand('stdio.mjs'));
  await declared();
  expect(adapter.intents.map(({ key, effect }) => `${key} ${effect}`)).toContain('box.say read');
  expect(await act('say', { number: 7 })).toMatchObject({
    effect: 'none',
    result: { structuredContent: { number: 7 } },
  });
});
