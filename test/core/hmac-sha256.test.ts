import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHmacSha256 } from '../../src/core/hmac-sha256.ts';

describe('HMAC-SHA-256', () => {
  test('gives the value of RFC 4231, test case 2', () => {
    expect(createHmacSha256(createSecretKey(Buffer.from('Jefe')))('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  test('gives what node:crypto gives, for keys and texts of every length, one after the other', () => {
    for (const keyBytes of [1, 31, 32, 63, 64]) {
      const key = createSecretKey(randomBytes(keyBytes));
      const sign = createHmacSha256(key);
      for (const text of [
        '',
        'a',
        '["x"]',
        'ü€😀'.repeat(40),
        'x'.repeat(1365),
        'x'.repeat(1366),
        '€'.repeat(9000),
        '\ud800',
        'end',
      ]) {
        expect(sign(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
      }
    }
  });

  test('takes no key longer than a block, which would have to be hashed first', () => {
    expect(() => createHmacSha256(createSecretKey(randomBytes(65)))).toThrow('65 bytes');
  });
});
