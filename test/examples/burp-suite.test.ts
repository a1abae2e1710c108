import { expect, test } from 'vitest';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example burp-suite comes to what it says, and tells how far the scan is', {
  timeout: EXAMPLE_LIMIT_MS,
}, async () => {
  const printed = await runExample('burp-suite');
  expect(printed).toContain('Every step came to what it should.');
  expect(printed).toMatch(/… 25 % crawling.*\n.*… 50 % auditing/);
  expect(printed).not.toContain('an-api-key-of-the-stand-in');
});
