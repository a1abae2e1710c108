import { expect, test } from 'vitest';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example lanhu-design comes to what it says, and shows the cookie nowhere', {
  timeout: EXAMPLE_LIMIT_MS,
}, async () => {
  const printed = await runExample('lanhu-design');
  expect(printed).toContain('Every step came to what it should.');
  expect(printed).not.toContain('a-session-of-the-stand-in');
});
