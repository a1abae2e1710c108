import { expect, test } from 'vitest';
import { createOfferCompiler } from '../../src/core/schema-validator.ts';

test('a schema is compiled once, and another of the same id is another', () => {
  const compile = createOfferCompiler();
  const short = { $id: 'text', type: 'string', maxLength: 3 };
  const long = { $id: 'text', type: 'string', maxLength: 30 };
  expect(compile(short)).toBe(compile(short));
  expect(compile(short)('four', true)).toHaveLength(1);
  expect(compile(long)('four', true)).toBeUndefined();
  expect(compile(short)('four', true)).toHaveLength(1);
});
