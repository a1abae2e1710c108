import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/core/canonical-json.ts';

describe('canonical JSON', () => {
  test.for([
    ['{"b":[],"a":{"d":1,"c":null}}', '{"a":{"c":null,"d":1},"b":[]}'],
    // RFC 8785, sections 3.2.2 and 3.2.3
    [
      '[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0]',
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
    [
      '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    // Beyond it
    ['["\\ud800",1e999,-1e999]', '["\\ud800",1e999,-1e999]'],
    ['{"__proto__":1,"a":2}', '{"__proto__":1,"a":2}'],
  ] as const)('of %s is %s', ([written, canonical]) => {
    expect(canonicalJson(JSON.parse(written))).toBe(canonical);
  });

  test('is what another implementation of RFC 8785 writes', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (written) => {
        const value: unknown = JSON.parse(written);
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });
});
