import { expect, test } from 'vitest';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example vivado-tcl comes to what it says, and tells each phase', { timeout: EXAMPLE_LIMIT_MS }, async () => {
  const printed = await runExample('vivado-tcl');
  expect(printed).toContain('Every step came to what it should.');
  expect(printed).toMatch(/… 13 % Finished RTL Elaboration.*… 100 % Finished Writing Synthesis Report/s);
});
