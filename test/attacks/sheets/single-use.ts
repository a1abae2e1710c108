import type { Settings } from '../../../src/config/settings.ts';
import type { Good } from '../../http/sheets/bad-request.ts';
import { type Attack, byHttp } from '../attack.ts';

const once = (good: Good, nonce: unknown, payload: object = {}) => {
  const request = good.request('lab.act');
  return { ...request, context: { ...request.context, nonce }, payload };
};
const NONCE = '01JDX5T1N6QW8J0VQ2B4C7Z9KM';
/** A service a row: what was claimed stays claimed. */
const ownService: Partial<Settings> = {};

/** Does one action under a nonce, which is no attack, and then the attack. */
const after = (first: (good: Good) => object, then: (good: Good) => object): Attack['send'] => {
  return async (victim) => {
    await byHttp((good) => ({ body: first(good) }))(victim);
    return byHttp((good) => ({ body: then(good) }))(victim);
  };
};

type Row = readonly [attack: string, because: string, then: (good: Good) => object, expected: Attack['expected']];

/** After an action under `NONCE` was done. */
const AFTER_ONE: readonly Row[] = [
  [
    'another payload under a used nonce',
    'one nonce, one action',
    (good) => once(good, NONCE, { count: 2 }),
    'nonce_conflict',
  ],
  [
    'another intent under a used nonce',
    'one nonce, one action',
    (good) => ({ ...once(good, NONCE), intent: { type: 'lab', sub_type: 'read' } }),
    'nonce_conflict',
  ],
  [
    'the same action under a used nonce',
    'it gets the first answer, and nothing is done',
    (good) => once(good, NONCE),
    'fulfilled',
  ],
];

const BAD_NONCES: readonly (readonly [nonce: unknown, because: string])[] = [
  ['', 'an empty nonce would be everybody’s'],
  ['n'.repeat(129), 'it is kept for as long as the action is remembered'],
  ['a b', 'a nonce is one word'],
  ['a\u0000b', 'stores differ in where a key ends'],
  ['ключ', 'a header could not carry it'],
  [{ $gt: '' }, 'a nonce is text'],
  [['a'], 'a nonce is text'],
];

export const SINGLE_USE_ATTACKS: readonly Attack[] = [
  ...AFTER_ONE.map(
    ([attack, because, then, expected]): Attack => ({
      attack,
      because,
      send: after((good) => once(good, NONCE), then),
      expected,
      settings: ownService,
      actsFirst: 1,
    }),
  ),
  ...BAD_NONCES.map(
    ([nonce, because]): Attack => ({
      attack: `the nonce ${JSON.stringify(nonce).slice(0, 20)}`,
      because,
      send: byHttp((good) => ({ body: once(good, nonce) })),
      expected: 'invalid_request',
    }),
  ),
  {
    attack: 'one nonce in the header, another in the body',
    send: byHttp((good) => ({ headers: { 'idempotency-key': 'other-0123456789' }, body: once(good, NONCE) })),
    expected: 'invalid_request',
    because: 'who knows which one a gateway looked at',
  },
];
