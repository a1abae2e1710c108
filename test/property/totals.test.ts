import { expect, test } from 'vitest';
import { INPUTS } from './run-property.ts';

test('at least 100,000 random inputs are tried in all', () => {
  const total = Object.values(INPUTS).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(100_000);
  console.log(`property tests: ${total.toLocaleString('en')} random inputs in all`);
});
