import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { openSealer } from '../../src/core/sealer.ts';
import { changeText, textChange } from './change-text.ts';
import { GENEROUS_MS, runProperty } from './run-property.ts';

const sealer = openSealer([randomBytes(32), randomBytes(32)]);
const LATER_MS = Date.now() + 3_600_000;

/** Among the changes: the last character of a part, of which base64url leaves some bits unused. */
const lastOfPart = fc.record({
  part: fc.nat({ max: 4 }),
  by: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop'),
});

test('a sealed value comes back as it was, and no change of its token opens', { timeout: GENEROUS_MS }, async () => {
  await runProperty(
    'sealedTokens',
    fc.asyncProperty(
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3, noNullPrototype: true }),
      fc.oneof(textChange, lastOfPart),
      async (value, change) => {
        const sealed = JSON.parse(JSON.stringify(value)) as JsonObject; // `as`: what JSON.parse gives for an object
        const token = await sealer.seal('test', sealed, LATER_MS);
        expect(await sealer.unseal('test', token)).toEqual(sealed);
        const changed = 'part' in change ? changeLast(token, change) : changeText(token, change);
        if (changed !== token) expect(await sealer.unseal('test', changed), changed).toBeUndefined();
      },
    ),
  );
});

function changeLast(token: string, { part, by }: { readonly part: number; readonly by: string }): string {
  const parts = token.split('.');
  return parts.map((text, index) => (index === part ? text.slice(0, -1) + by : text)).join('.');
}
