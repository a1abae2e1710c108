import { expect, test } from 'vitest';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example playwright-mcp comes to what it says', { timeout: EXAMPLE_LIMIT_MS }, async () => {
  expect(await runExample('playwright-mcp')).toContain('Every step came to what it should.');
});
