import { randomBytes } from 'node:crypto';
import type { IdWishes } from '../../http/good-request.ts';
import type { Good } from '../../http/sheets/bad-request.ts';
import { type Attack, byHttp } from '../attack.ts';

const DAY_MS = 86_400_000;
const withId = (good: Good, change: (id: string) => string, wishes: IdWishes = {}) => {
  const request = good.request('lab.act', wishes);
  return { body: { ...request, context: { ...request.context, id: change(request.context.id) } } };
};
const part = (fromRight: number, change: (part: string) => string) => (id: string) => {
  const parts = id.split('-');
  return parts.with(-fromRight, change(parts.at(-fromRight) ?? '')).join('-');
};
const flip = (digit: string) => (digit === '0' ? '1' : '0');

type Row = readonly [
  attack: string,
  because: string,
  expected: Attack['expected'],
  send: (good: Good) => { body: object },
];

const ROWS: readonly Row[] = [
  [
    "another principal's id",
    'the hash binds it to whom it was minted for',
    'context_hash_mismatch',
    (good) => withId(good, (id) => id, { principal: 'somebody-else' }),
  ],
  [
    'an id for another business key',
    'the hash binds it',
    'context_hash_mismatch',
    (good) => {
      const request = good.request('lab.act');
      return { body: { ...request, context: { ...request.context, business_key: 'user_2' } } };
    },
  ],
  [
    'an id signed with another secret',
    'who does not hold the secret mints nothing',
    'context_hash_mismatch',
    (good) => withId(good, (id) => id, { secrets: [randomBytes(32)] }),
  ],
  [
    'a step further than was minted',
    'the hash binds the sequence',
    'context_hash_mismatch',
    (good) =>
      withId(
        good,
        part(2, () => '002'),
      ),
  ],
  ['another domain', 'the hash binds it', 'context_hash_mismatch', (good) => withId(good, (id) => `x${id}`)],
  [
    'a domain that ends where the time begins',
    'parts are hashed as a list, not glued together',
    'context_hash_mismatch',
    (good) => withId(good, (id) => id.replace('login-flow', 'login')),
  ],
  [
    'one digit of the hash changed',
    'all of it is compared, in constant time',
    'context_hash_mismatch',
    (good) =>
      withId(
        good,
        part(1, (hash) => flip(hash.charAt(0)) + hash.slice(1)),
      ),
  ],
  [
    'a hash cut to 6 digits',
    '24 bits can be guessed',
    'context_malformed',
    (good) =>
      withId(
        good,
        part(1, (hash) => hash.slice(0, 6)),
      ),
  ],
  [
    'a hash of zeros and no length',
    'an empty hash matches nothing',
    'context_malformed',
    (good) =>
      withId(
        good,
        part(1, () => ''),
      ),
  ],
  [
    'an id made younger',
    'the hash binds the time',
    'context_hash_mismatch',
    (good) =>
      withId(
        good,
        part(3, (time) => String(Number(time) + 60_000)),
        { agoMs: 120_000 },
      ),
  ],
  [
    'an id of yesterday',
    'an id that was read somewhere is soon of no use',
    'context_expired',
    (good) => withId(good, (id) => id, { agoMs: DAY_MS }),
  ],
  [
    'an id of tomorrow',
    'it would be valid for a day',
    'context_malformed',
    (good) => withId(good, (id) => id, { agoMs: -DAY_MS }),
  ],
  [
    'digits of another script',
    'only ASCII digits are digits',
    'context_malformed',
    (good) =>
      withId(
        good,
        part(2, () => '٠٠١'),
      ),
  ],
];

export const CONTEXT_ATTACKS: readonly Attack[] = ROWS.map(
  ([attack, because, expected, send]): Attack => ({ attack, because, expected, send: byHttp(send) }),
);
