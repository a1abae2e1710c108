import { randomBytes } from 'node:crypto';
import type { IdWishes } from '../good-request.ts';
import type { BadRequest, Good } from './bad-request.ts';

const MINUTE_MS = 60_000;

/** A good request whose id was changed after it was minted. */
const withId = (good: Good, change: (id: string) => string, wishes: IdWishes = {}) => {
  const request = good.request('system.echo', wishes);
  return { body: { ...request, context: { ...request.context, id: change(request.context.id) } } };
};
const parts = (id: string) => id.split('-');
/** The id with one of its last three parts (timestamp, sequence, hash) replaced. */
const replaced = (id: string, fromRight: number, change: (part: string) => string) => {
  const all = parts(id);
  return all.with(-fromRight, change(all.at(-fromRight) ?? '')).join('-');
};

const malformed = { http: 400, kind: 'context_malformed', field: 'context.id' } as const;
const mismatch = {
  http: 403,
  kind: 'context_hash_mismatch',
  field: 'context.id',
  says: 'does not match its hash',
} as const;

const MALFORMED: readonly BadRequest[] = [
  ['a word', 'login'],
  ['a UUID', '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'],
  ['no domain', '-1779999960000-001-8a3f9b2c4d5e6f70'],
  ['a domain that starts with a hyphen', '-a-1779999960000-001-8a3f9b2c4d5e6f70'],
  ['a domain with a space', 'login flow-1779999960000-001-8a3f9b2c4d5e6f70'],
  ['a domain of 65 characters', `${'a'.repeat(65)}-1779999960000-001-8a3f9b2c4d5e6f70`],
  ['a timestamp in seconds', 'login-flow-1779999960-001-8a3f9b2c4d5e6f70'],
  ['a timestamp with a letter', 'login-flow-177999996000x-001-8a3f9b2c4d5e6f70'],
  ['a sequence of two digits', 'login-flow-1779999960000-01-8a3f9b2c4d5e6f70'],
  ['a sequence of seven digits', 'login-flow-1779999960000-0000001-8a3f9b2c4d5e6f70'],
  ['a hash in upper case', 'login-flow-1779999960000-001-8A3F9B2C4D5E6F70'],
  ['a hash of 5 digits', 'login-flow-1779999960000-001-8a3f9'],
  ['a hash that is no hex', 'login-flow-1779999960000-001-8a3f9b2c4d5e6fzz'],
  ['a line break at the end', 'login-flow-1779999960000-001-8a3f9b2c4d5e6f70\n'],
].map(([name = '', id = '']) => ({
  name: `an id that has ${name}`,
  because: 'only {domain}-{timestamp}-{sequence}-{hash} is an id',
  send: (good) => withId(good, () => id),
  ...malformed,
  says: 'not of the form {domain}-{timestamp}-{sequence}-{hash}',
  hints: 'POST /mcp/v2/contexts',
}));

const OFF_FORMS: readonly BadRequest[] = [
  {
    name: 'an id with a date as timestamp',
    because: 'the short forms are switched off by default',
    send: (good) => withId(good, (id) => replaced(id, 3, () => '20261130')),
    ...malformed,
    says: 'these short forms are switched off here',
  },
  {
    name: 'an id with a hash of 6 digits',
    because: '24 bits can be guessed, so they are off by default',
    send: (good) => withId(good, (id) => replaced(id, 1, (hash) => hash.slice(0, 6))),
    ...malformed,
    says: 'these short forms are switched off here',
  },
  {
    name: 'an id with a hash of 15 digits',
    because: 'a shorter hash would be easier to guess',
    send: (good) => withId(good, (id) => id.slice(0, -1)),
    ...malformed,
    says: 'hash of 15 digits, expected 16',
  },
  {
    name: 'an id with more of its hash than is asked for',
    because: 'one id has one form',
    send: (good) => withId(good, (id) => `${id}00`),
    ...malformed,
    says: 'hash of 18 digits, expected 16',
  },
  {
    name: 'an id from the future',
    because: 'beyond the skew of two clocks it is no honest id',
    send: (good) => ({ body: good.request('system.echo', { agoMs: -3 * MINUTE_MS }) }),
    ...malformed,
    says: 's in the future; 30 s are tolerated',
  },
];

const MISMATCHES: readonly BadRequest[] = [
  {
    name: 'an id whose domain was changed',
    because: 'a domain may carry other rights',
    send: (good) => withId(good, (id) => id.replace('login-flow', 'admin-flow')),
    ...mismatch,
  },
  {
    name: 'an id whose time was changed',
    because: 'an old id could be made young',
    send: (good) =>
      withId(good, (id) => replaced(id, 3, (time) => String(Number(time) + MINUTE_MS)), { agoMs: MINUTE_MS }),
    ...mismatch,
  },
  {
    name: 'an id whose sequence was changed',
    because: 'the seed left this open',
    send: (good) => withId(good, (id) => replaced(id, 2, () => '002')),
    ...mismatch,
  },
  {
    name: 'an id whose sequence got another zero',
    because: 'the hash is over the text, not the number',
    send: (good) => withId(good, (id) => replaced(id, 2, () => '0001')),
    ...mismatch,
  },
  {
    name: 'an id whose hash was changed in its last digit',
    because: 'all digits count',
    send: (good) => withId(good, (id) => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')),
    ...mismatch,
  },
  {
    name: 'the id of another business key',
    because: 'it is bound to one',
    send: (good) => {
      const request = good.request();
      return { body: { ...request, context: { ...request.context, business_key: 'user_2' } } };
    },
    ...mismatch,
  },
  {
    name: 'the id of another caller',
    because: 'it is bound to one',
    send: (good) => ({ body: good.request('system.echo', { principal: 'mallory' }) }),
    ...mismatch,
  },
  {
    name: 'an id minted with another key',
    because: 'only the service mints',
    send: (good) => ({ body: good.request('system.echo', { secrets: [randomBytes(32)] }) }),
    ...mismatch,
  },
];

const UNTIMELY: readonly BadRequest[] = [
  {
    name: 'an id that has expired',
    because: 'five minutes by default',
    send: (good) => ({ body: good.request('system.echo', { agoMs: 7 * MINUTE_MS }) }),
    http: 410,
    kind: 'context_expired',
    field: 'context.id',
    says: 'ids of login-flow are valid for 300 s',
    hints: 'parent_id',
  },
  {
    name: 'an id that has expired in a domain of its own age',
    because: 'a domain may be stricter',
    settings: {
      context: {
        maxAgeMs: 300_000,
        clockSkewMs: 30_000,
        hashDigits: 16,
        legacyIds: false,
        domains: new Map([['pay', { maxAgeMs: 60_000 }]]),
      },
    },
    send: (good) => ({ body: good.request('system.echo', { domain: 'pay', agoMs: 3 * MINUTE_MS }) }),
    http: 410,
    kind: 'context_expired',
    field: 'context.id',
    says: 'ids of pay are valid for 60 s',
  },
];

const INACTIVE: readonly BadRequest[] = ['suspended', 'completed', 'cancelled'].map((lifecycle) => ({
  name: `a context that is ${lifecycle}`,
  because: 'only an active flow acts',
  send: (good) => {
    const request = good.request();
    return { body: { ...request, context: { ...request.context, lifecycle } } };
  },
  http: 409,
  kind: 'context_not_active',
  field: 'context.lifecycle',
  says: `context.lifecycle is ${lifecycle}; only an active context may act`,
}));

export const BAD_CONTEXTS: readonly BadRequest[] = [
  ...MALFORMED,
  ...OFF_FORMS,
  ...MISMATCHES,
  ...UNTIMELY,
  ...INACTIVE,
];
