import { expect, test } from 'vitest';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example chrome-devtools-mcp comes to what it says', { timeout: EXAMPLE_LIMIT_MS }, async () => {
  expect(await runExample('chrome-devtools-mcp')).toContain('Every step came to what it should.');
});
