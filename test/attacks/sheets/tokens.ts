import { exportJWK, generateKeyPair } from 'jose';
import type { Good } from '../../http/sheets/bad-request.ts';
import { type Attack, byFrame, byHttp, byRaw, rawRequest, type Victim } from '../attack.ts';
import type { Issuer } from '../open-issuer.ts';

const DAY_S = 86_400;
const nowS = () => Math.floor(Date.now() / 1000);
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const act = (good: Good, principal = 'alice', key = 'lab.act') => good.request(key, { principal });

type Row = readonly [
  attack: string,
  because: string,
  token: (issuer: Issuer) => Promise<string>,
  expected?: Attack['expected'],
];

const TOKENS: readonly Row[] = [
  [
    'alg none, with alice in it',
    'what is not signed proves nothing',
    async ({ settings }) =>
      `${base64({ alg: 'none' })}.${base64({ iss: settings.issuer, aud: settings.audience, sub: 'alice', exp: nowS() + 600 })}.`,
  ],
  [
    'HS256, signed with the public key of the issuer',
    'algorithm confusion: the public key is no secret',
    (issuer) => issuer.token({}, { alg: 'HS256' }, new TextEncoder().encode(issuer.publicKeyPem)),
  ],
  [
    'HS256, signed with an empty key',
    'symmetric algorithms are not taken at all',
    (issuer) => issuer.token({}, { alg: 'HS256' }, new Uint8Array(32)),
  ],
  [
    'an algorithm that the list does not have',
    'only what auth.algorithms names is taken',
    async (issuer) => issuer.token({}, { alg: 'RS512' }, (await generateKeyPair('RS512')).privateKey),
  ],
  [
    'a key of the attacker under the name of a good one',
    'the name of a key proves nothing',
    async (issuer) => issuer.token({}, {}, (await generateKeyPair('RS256')).privateKey),
  ],
  [
    'a key that came in the token itself (jwk)',
    'keys come from the issuer alone',
    async (issuer) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      return issuer.token({}, { jwk: await exportJWK(publicKey) }, privateKey);
    },
  ],
  [
    'a key set that the token names (jku)',
    'it would be fetched from wherever the attacker says',
    async (issuer) =>
      issuer.token({}, { jku: 'http://169.254.169.254/jwks' }, (await generateKeyPair('RS256')).privateKey),
  ],
  [
    'a key that is a path (kid)',
    'the name of a key is looked up in the set, nowhere else',
    async (issuer) => issuer.token({}, { kid: '../../../../dev/null' }, (await generateKeyPair('RS256')).privateKey),
  ],
  [
    'an extension that nobody knows (crit)',
    'what must be understood and is not is refused',
    async (issuer) => {
      const [, claims, signature] = (await issuer.token()).split('.');
      return [base64({ alg: 'RS256', kid: 'k1', crit: ['x'], x: 1 }), claims, signature].join('.');
    },
  ],
  ['a token that has expired', 'it ends when it says', (issuer) => issuer.token({ exp: nowS() - DAY_S })],
  ['a token without an end', 'it would be good for ever', (issuer) => issuer.token({ exp: undefined })],
  ['a token that is not valid yet', 'it starts when it says', (issuer) => issuer.token({ nbf: nowS() + DAY_S })],
  [
    'a token for another audience',
    'another service could send it on',
    (issuer) => issuer.token({ aud: 'https://other.example' }),
  ],
  ['a token for no audience', 'as above', (issuer) => issuer.token({ aud: undefined })],
  ['a token of another issuer', 'whose keys are others', (issuer) => issuer.token({ iss: 'https://evil.example' })],
  ['a token of nobody', 'there is no one to be', (issuer) => issuer.token({ sub: undefined })],
  ['a token of anonymous', 'that name is for those who were not asked', (issuer) => issuer.token({ sub: 'anonymous' })],
  [
    'a token of another type',
    'a logout token is signed with the same keys',
    (issuer) => issuer.token({}, { typ: 'logout+jwt' }),
  ],
  [
    'a token whose claims were changed',
    'the signature is over all of it',
    async (issuer) => {
      const [header, , signature] = (await issuer.token()).split('.');
      return [header, base64({ sub: 'root', exp: nowS() + 600 }), signature].join('.');
    },
  ],
  ['a token without its signature', 'as above', async (issuer) => (await issuer.token()).replace(/[^.]*$/, '')],
  ['an encrypted token', 'nobody here could open it', async () => `${base64({ alg: 'dir', enc: 'A256GCM' })}..a.b.c`],
  ['a token of 12 KiB of nothing', 'it is no token', async () => 'a'.repeat(12_288)],
  [
    'a token whose scope allows something else',
    'who calls may do what its scopes say',
    (issuer) => issuer.token({ scope: 'other' }),
    'forbidden',
  ],
  [
    'a token with a scope that every object has',
    'scopes are looked up in a map',
    (issuer) => issuer.token({ scope: 'constructor __proto__ toString' }),
    'forbidden',
  ],
];

const withBearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Attacks on a service that takes the tokens of this issuer, opened before the first of them. */
export const tokenAttacks = (issuer: () => Issuer): readonly Attack[] => [
  ...TOKENS.map(
    ([attack, because, token, expected = 'unauthenticated']): Attack => ({
      attack,
      because,
      send: async (victim) => {
        const bearer = await token(issuer());
        return byHttp((good) => ({ headers: withBearer(bearer), body: act(good) }))(victim);
      },
      expected,
    }),
  ),
  {
    attack: 'no token at all',
    send: byHttp((good) => ({ body: act(good) })),
    expected: 'unauthenticated',
    because: 'who does not say who it is does nothing',
  },
  {
    attack: 'no token, and anonymous written into the id',
    send: byHttp((good) => ({ body: act(good, 'anonymous') })),
    expected: 'unauthenticated',
    because: 'a context id is no authorization',
  },
  {
    attack: "mallory's token with alice's context id",
    send: async (victim) => {
      const bearer = await issuer().token({ sub: 'mallory' });
      return byHttp((good) => ({ headers: withBearer(bearer), body: act(good) }))(victim);
    },
    expected: 'context_hash_mismatch',
    because: 'an id is bound to whom it was minted for',
  },
  {
    attack: 'an intent that the scope does not allow',
    send: async (victim) => {
      const bearer = await issuer().token();
      return byHttp((good) => ({ headers: withBearer(bearer), body: act(good, 'alice', 'system.echo') }))(victim);
    },
    expected: 'forbidden',
    because: 'intents are granted one by one',
  },
  {
    attack: 'explain without the privilege',
    send: async (victim) => {
      const bearer = await issuer().token();
      return byHttp((good) => ({ path: '/mcp/v2/explain', headers: withBearer(bearer), body: act(good) }))(victim);
    },
    expected: 'forbidden',
    because: 'it tells how the service is built',
  },
  {
    attack: 'two tokens, a good one first',
    send: (victim) => withTwoTokens(victim, issuer()),
    expected: 'unauthenticated',
    because: 'a gateway may have looked at the other one',
  },
  {
    attack: 'a good token in the query',
    send: async (victim) => {
      const token = await issuer().token();
      return byHttp((good) => ({ path: `/mcp/v2?access_token=${token}`, body: act(good) }))(victim);
    },
    expected: 'unauthenticated',
    because: 'addresses are written to logs',
  },
  {
    attack: 'a good token as Basic',
    send: async (victim) => {
      const token = await issuer().token();
      return byHttp((good) => ({ headers: { authorization: `Basic ${base64(`alice:${token}`)}` }, body: act(good) }))(
        victim,
      );
    },
    expected: 'unauthenticated',
    because: 'there is one form',
  },
  {
    attack: 'a WebSocket without a token',
    send: byFrame((good) => JSON.stringify({ id: 1, request: act(good) })),
    expected: 'unauthenticated',
    because: 'it is checked as it is opened',
  },
  {
    attack: 'a WebSocket with an unsigned token as subprotocol',
    send: byFrame((good) => JSON.stringify({ id: 1, request: act(good) }), {
      'sec-websocket-protocol': `mcp-v2, bearer.${base64({ alg: 'none' })}.${base64({ sub: 'alice' })}.`,
    }),
    expected: 'unauthenticated',
    because: 'the same holds for every transport',
  },
  {
    attack: 'a polling ticket without a token',
    send: byHttp(() => ({ method: 'GET', path: '/mcp/polling/abc' })),
    expected: 'unauthenticated',
    because: 'tickets are asked for by those who hold them and are who they were given to',
  },
  {
    attack: 'context ids without a token',
    send: byHttp(() => ({ path: '/mcp/v2/contexts', body: { domain: 'a', business_key: 'k' } })),
    expected: 'unauthenticated',
    because: 'they would be in the name of somebody',
  },
];

async function withTwoTokens({ origin, good }: Victim, issuer: Issuer) {
  const tokens = [await issuer.token(), await issuer.token({ sub: 'mallory' })];
  const lines = ['Host: localhost', ...tokens.map((token) => `Authorization: Bearer ${token}`)];
  return byRaw((aim) => rawRequest(JSON.stringify(act(aim)), lines))({ origin, good });
}
