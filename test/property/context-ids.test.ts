import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../contracts/failure.ts';
import { openContextIds } from '../../src/core/context-ids.ts';
import { testSettings } from '../open-test-service.ts';
import { changeText, textChange } from './change-text.ts';
import { GENEROUS_MS, runProperty } from './run-property.ts';

const settings = testSettings();
const ids = openContextIds(settings.secrets, settings.context);

const domain = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,20}[A-Za-z0-9])?$/);
const sequence = fc.integer({ min: 1, max: 999_999 }).map((step) => String(step).padStart(3, '0'));
const owner = fc.record({
  businessKey: fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }),
  principal: fc.string({ unit: 'binary', minLength: 1, maxLength: 16 }),
});

test('an id is valid for whom it was minted, and no change of it is', { timeout: GENEROUS_MS }, async () => {
  await runProperty(
    'contextIds',
    fc.property(
      domain,
      sequence,
      owner,
      fc.array(textChange, { minLength: 1, maxLength: 3 }),
      (where, step, whose, changes) => {
        const { id } = ids.mint(where, whose, step);
        const verified = ids.verify(id, whose);
        if (isFailure(verified) || verified.domain !== where || verified.sequence !== step)
          throw new Error(`refused: ${id}`);
        const changed = changes.reduce((text, change) => (text === '' ? text : changeText(text, change)), id);
        if (changed !== id && !isFailure(ids.verify(changed, whose))) throw new Error(`accepted: ${changed}`);
      },
    ),
  );
});

test('an id is valid for nobody else, in whatever way the names are cut', { timeout: GENEROUS_MS }, async () => {
  await runProperty(
    'otherOwners',
    fc.property(domain, owner, owner, fc.nat(), (where, whose, other, cut) => {
      const { id } = ids.mint(where, whose);
      // The same characters one after another, with the border between the two names elsewhere.
      const both = whose.businessKey + whose.principal;
      const border = cut % (both.length + 1);
      const moved = { businessKey: both.slice(0, border), principal: both.slice(border) };
      for (const stranger of [other, moved]) {
        const isOwner = stranger.businessKey === whose.businessKey && stranger.principal === whose.principal;
        expect(isFailure(ids.verify(id, stranger))).toBe(!isOwner);
      }
    }),
  );
});
