import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../contracts/failure.ts';
import { isFailure } from '../../contracts/failure.ts';
import { type ContextIds, type ContextPolicy, openContextIds } from '../../src/core/context-ids.ts';
import { deriveKeys } from '../../src/core/derive-key.ts';

const MINUTE_MS = 60_000;
/** A whole minute, so that ages are easy to read. */
const NOW_MS = 1_780_000_020_000;
const SECRET = Buffer.alloc(32, 1);
const OTHER_SECRET = Buffer.alloc(32, 2);
const OWNER = { businessKey: 'user_1', principal: 'anonymous' };
const POLICY: ContextPolicy = {
  maxAgeMs: 5 * MINUTE_MS,
  clockSkewMs: 30_000,
  hashDigits: 16,
  legacyIds: false,
  domains: new Map([['pay', { maxAgeMs: MINUTE_MS }]]),
};

interface Wishes {
  readonly secrets?: readonly Uint8Array[];
  readonly policy?: Partial<ContextPolicy>;
  readonly nowMs?: number;
}

function open({ secrets = [SECRET], policy = {}, nowMs = NOW_MS }: Wishes = {}): ContextIds {
  return openContextIds(secrets, { ...POLICY, ...policy }, () => nowMs);
}

/** The failure kind of a verification, or `valid`. */
function verdict(ids: ContextIds, id: string, owner = OWNER): FailureKind | 'valid' {
  const verified = ids.verify(id, owner);
  return isFailure(verified) ? verified.kind : 'valid';
}

/** An id signed as the service signs it, in forms that the service does not mint itself. */
function sign(domain: string, timestamp: string, sequence: string, digits = 16): string {
  const [key] = deriveKeys([SECRET], 'context');
  if (key === undefined) throw new Error('one secret, one key');
  const fields = ['waybill-context-1', domain, timestamp, sequence, OWNER.businessKey, OWNER.principal];
  const hash = createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  return `${domain}-${timestamp}-${sequence}-${hash.slice(0, digits)}`;
}

describe('minting', () => {
  test('gives {domain}-{minute}-{sequence}-{hash}, and when it expires', () => {
    const { id, expiresAtMs } = open({ nowMs: NOW_MS + 12_345 }).mint('login-flow', OWNER);
    expect(id).toMatch(/^login-flow-1780000020000-001-[0-9a-f]{16}$/);
    expect(expiresAtMs).toBe(NOW_MS + 5 * MINUTE_MS);
  });

  test('is the same within a minute, on any replica, and another in the next', () => {
    const first = open().mint('login-flow', OWNER).id;
    expect(open({ nowMs: NOW_MS + 59_999 }).mint('login-flow', OWNER).id).toBe(first);
    expect(open({ nowMs: NOW_MS + 60_000 }).mint('login-flow', OWNER).id).not.toBe(first);
  });

  test.for([16, 24, 64])('gives a hash of %i digits where so configured, and takes it back', (hashDigits) => {
    const ids = open({ policy: { hashDigits } });
    const { id } = ids.mint('login-flow', OWNER);
    expect(id.split('-').at(-1)).toHaveLength(hashDigits);
    expect(verdict(ids, id)).toBe('valid');
  });

  test('follows the age of the domain', () => {
    expect(open().mint('pay', OWNER).expiresAtMs).toBe(NOW_MS + MINUTE_MS);
  });
});

describe('an id is bound to everything that it says, and to whom it was minted for', () => {
  const minted = open().mint('login-flow', OWNER).id;

  test.for([
    { changed: 'nothing', id: minted, kind: 'valid' },
    { changed: 'the domain', id: minted.replace('login', 'admin'), kind: 'context_hash_mismatch' },
    { changed: 'the case of the domain', id: minted.replace('login', 'Login'), kind: 'context_hash_mismatch' },
    { changed: 'the time', id: minted.replace('1780000020000', '1780000080000'), kind: 'context_hash_mismatch' },
    { changed: 'the time by a millisecond', id: minted.replace('20000-', '20001-'), kind: 'context_hash_mismatch' },
    { changed: 'the sequence', id: minted.replace('-001-', '-002-'), kind: 'context_hash_mismatch' },
    { changed: 'the zeros before the sequence', id: minted.replace('-001-', '-0001-'), kind: 'context_hash_mismatch' },
    { changed: 'the hash', id: `${minted.slice(0, -16)}${'0'.repeat(16)}`, kind: 'context_hash_mismatch' },
    { changed: 'the hash, to more digits', id: `${minted}0`, kind: 'context_malformed' },
    { changed: 'the hash, to upper case', id: minted.toUpperCase(), kind: 'context_malformed' },
    { changed: 'a space before it', id: ` ${minted}`, kind: 'context_malformed' },
    { changed: 'a line break behind it', id: `${minted}\n`, kind: 'context_malformed' },
  ] as const)('$changed is changed: $kind', ({ id, kind }) => {
    expect(verdict(open(), id)).toBe(kind);
  });

  test.for([
    { changed: 'the business key', owner: { ...OWNER, businessKey: 'user_2' } },
    { changed: 'the caller', owner: { ...OWNER, principal: 'mallory' } },
    { changed: 'both, swapped', owner: { businessKey: 'anonymous', principal: 'user_1' } },
    { changed: 'a delimiter, moved', owner: { businessKey: 'user_1","anonymous', principal: '' } },
  ])('$changed is changed: context_hash_mismatch', ({ owner }) => {
    expect(verdict(open(), minted, owner)).toBe('context_hash_mismatch');
  });

  test.for([
    { domain: 'a-b', businessKey: 'c', otherDomain: 'a', otherKey: 'b-c' },
    { domain: 'a', businessKey: 'bc', otherDomain: 'ab', otherKey: 'c' },
    { domain: 'a-1780000020000-001', businessKey: 'c', otherDomain: 'a', otherKey: '1780000020000-001-c' },
  ])('$domain and $businessKey do not imitate $otherDomain and $otherKey', (row) => {
    const ids = open();
    const { id } = ids.mint(row.domain, { ...OWNER, businessKey: row.businessKey });
    const other = ids.mint(row.otherDomain, { ...OWNER, businessKey: row.otherKey });
    expect(id.split('-').at(-1)).not.toBe(other.id.split('-').at(-1));
    expect(verdict(ids, id, { ...OWNER, businessKey: row.businessKey })).toBe('valid');
    expect(verdict(ids, other.id, { ...OWNER, businessKey: row.businessKey })).toBe('context_hash_mismatch');
  });

  test.for(['login', 'login-flow', 'a-b-c-d', 'a.b_c', 'x', '9', 'a-1780000020000-001', 'A'.repeat(64)])(
    'a domain such as %s is read from the right',
    (domain) => {
      const ids = open();
      expect(ids.verify(ids.mint(domain, OWNER).id, OWNER)).toMatchObject({ domain, sequence: '001' });
    },
  );
});

describe('keys', () => {
  test('an id of another key is refused', () => {
    expect(verdict(open(), open({ secrets: [OTHER_SECRET] }).mint('a', OWNER).id)).toBe('context_hash_mismatch');
  });

  test('the first key signs, and every configured key verifies', () => {
    const before = open({ secrets: [SECRET] });
    const rotated = open({ secrets: [OTHER_SECRET, SECRET] });
    expect(verdict(rotated, before.mint('a', OWNER).id)).toBe('valid');
    expect(verdict(before, rotated.mint('a', OWNER).id)).toBe('context_hash_mismatch');
    expect(verdict(open({ secrets: [OTHER_SECRET] }), rotated.mint('a', OWNER).id)).toBe('valid');
  });

  test('the key of context ids is derived for them alone', () => {
    const [context] = deriveKeys([SECRET], 'context');
    const [seal] = deriveKeys([SECRET], 'seal');
    expect(context?.export()).not.toEqual(seal?.export());
    expect(context?.export()).not.toEqual(SECRET);
  });

  test('without a secret nothing opens', () => {
    expect(() => open({ secrets: [] })).toThrow('No secret');
  });
});

describe('time', () => {
  const minted = open().mint('login-flow', OWNER).id;
  const paid = open().mint('pay', OWNER).id;

  test.for([
    { id: minted, laterMs: 0, kind: 'valid', because: 'it was just minted' },
    { id: minted, laterMs: 5 * MINUTE_MS, kind: 'valid', because: 'the limit itself is within' },
    { id: minted, laterMs: 5 * MINUTE_MS + 1, kind: 'context_expired', because: 'it is older than allowed' },
    { id: minted, laterMs: 1_000 * MINUTE_MS, kind: 'context_expired', because: 'it is much older' },
    { id: minted, laterMs: -30_000, kind: 'valid', because: 'two clocks may differ by the skew' },
    { id: minted, laterMs: -30_001, kind: 'context_malformed', because: 'it is from the future' },
    { id: paid, laterMs: MINUTE_MS, kind: 'valid', because: 'a domain may have an age of its own' },
    { id: paid, laterMs: MINUTE_MS + 1, kind: 'context_expired', because: 'a domain may be stricter' },
  ] as const)('$laterMs ms after minting $id is $kind: $because', ({ id, laterMs, kind }) => {
    expect(verdict(open({ nowMs: NOW_MS + laterMs }), id)).toBe(kind);
  });

  test('a tampered id that is also old is told to be tampered: age says nothing of what cannot be trusted', () => {
    const ids = open({ nowMs: NOW_MS + 60 * MINUTE_MS });
    expect(verdict(ids, minted.replace('-001-', '-002-'))).toBe('context_hash_mismatch');
  });

  test('without regard to age, an old id of our own is good as a parent', () => {
    const parent = open({ nowMs: NOW_MS + 10_000 * MINUTE_MS }).verifyAnyAge(minted, OWNER);
    expect(parent).toMatchObject({ domain: 'login-flow', sequence: '001' });
  });
});

describe('the short forms', () => {
  const today = new Date(NOW_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const yesterday = new Date(NOW_MS - 24 * 60 * MINUTE_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const tomorrow = new Date(NOW_MS + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const forged = `login-${NOW_MS}-001-000000`;

  test.for([
    { name: 'a date', id: sign('login', today, '001'), off: 'context_malformed', on: 'valid' },
    { name: '6 digits', id: sign('login', String(NOW_MS), '001', 6), off: 'context_malformed', on: 'valid' },
    { name: 'both', id: sign('login', today, '001', 6), off: 'context_malformed', on: 'valid' },
    { name: 'yesterday', id: sign('login', yesterday, '001'), off: 'context_malformed', on: 'context_expired' },
    { name: 'tomorrow', id: sign('login', tomorrow, '001'), off: 'context_malformed', on: 'context_malformed' },
    { name: 'no date', id: sign('login', '20261399', '001'), off: 'context_malformed', on: 'context_malformed' },
    { name: '7 digits', id: sign('login', today, '001', 7), off: 'context_malformed', on: 'context_malformed' },
    { name: 'a wrong hash of 6 digits', id: forged, off: 'context_malformed', on: 'context_hash_mismatch' },
  ] as const)('$name: $off while they are off, $on where legacy_ids is on', ({ id, off, on }) => {
    expect(verdict(open(), id)).toBe(off);
    expect(verdict(open({ policy: { legacyIds: true } }), id)).toBe(on);
  });

  test('minting gives the long form, also where the short ones are accepted', () => {
    const { id } = open({ policy: { legacyIds: true } }).mint('login', OWNER);
    expect(id).toMatch(/^login-\d{13}-001-[0-9a-f]{16}$/);
  });
});

describe('the next id', () => {
  test('walks a flow: sequence plus one, as of now, for the same owner', () => {
    const first = open().mint('login-flow', OWNER).id;
    const later = open({ nowMs: NOW_MS + 2 * MINUTE_MS });
    const verified = later.verify(first, OWNER);
    if (isFailure(verified)) throw new Error(verified.message);
    expect(verified.nextId).toMatch(/^login-flow-1780000140000-002-[0-9a-f]{16}$/);
    expect(later.verify(verified.nextId ?? '', OWNER)).toMatchObject({ sequence: '002' });
  });

  test.for([
    ['009', '010'],
    ['099', '100'],
    ['999', '1000'],
    ['9999', '10000'],
    ['099999', '100000'],
    ['999998', '999999'],
    ['000', '001'],
  ] as const)('after %s comes %s', ([sequence, next]) => {
    const ids = open();
    const verified = ids.verify(ids.mint('a', OWNER, sequence).id, OWNER);
    expect(verified).toMatchObject({ sequence, nextId: ids.mint('a', OWNER, next).id });
  });

  test('after 999999 there is none', () => {
    const ids = open();
    expect(ids.verify(ids.mint('a', OWNER, '999999').id, OWNER)).toMatchObject({ nextId: undefined });
  });
});

test('a thousand random ids are all refused, and none of them throws', () => {
  const ids = open();
  for (let round = 0; round < 1000; round += 1) {
    const id = `login-flow-${NOW_MS}-001-${randomBytes(8).toString('hex')}`;
    expect(verdict(ids, id)).toBe('context_hash_mismatch');
    expect(verdict(ids, randomBytes(40).toString('latin1'))).toBe('context_malformed');
  }
});
