import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompactSign, exportSPKI, importJWK, type JWK } from 'jose';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { bearer } from './auth-settings.ts';
import {
  AUDIENCE,
  createSigningKey,
  type Issuer,
  jwtOf,
  openIssuer,
  type SigningKey,
  type TokenWishes,
} from './open-issuer.ts';

const closeLater = closeAfterAll();
let issuer: Issuer;
let lab: OpenLab;
let other: SigningKey;

beforeAll(async () => {
  issuer = await closeLater(openIssuer());
  lab = await startLab(jwtOf(issuer));
  await closeLater(Promise.resolve(lab.service));
  other = await createSigningKey('first');
});

/** Asks again, one request after the other, until the status has changed to the one that is waited for. */
async function statusOnce(ask: () => Promise<{ readonly status: number }>, wanted: number): Promise<number> {
  const lastMs = performance.now() + 15_000;
  for (;;) {
    const { status } = await ask();
    if (status === wanted || performance.now() > lastMs) return status;
    await delay(50);
  }
}

const now = () => Math.floor(Date.now() / 1000);
const act = (token: string, { principal = 'alice', key = 'lab.act', domain = 'login-flow', at = lab } = {}) =>
  send(at.service.origin, at.good.request(key, { principal, domain }), { headers: bearer(token) });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
const goodClaims = () => ({ iss: issuer.url, aud: AUDIENCE, sub: 'alice', scope: 'waybill.act', exp: now() + 300 });

/** As whoever has the public key only could sign it. */
async function signedWithPublicKey(secretOf: (jwk: JWK) => Promise<string>, alg = 'HS256'): Promise<string> {
  const signed = `${encode({ alg, kid: 'first' })}.${encode(goodClaims())}`;
  const secret = await secretOf(issuer.first.jwk);
  const hashName = alg === 'HS256' ? 'sha256' : 'sha512';
  return `${signed}.${createHmac(hashName, secret).update(signed).digest('base64url')}`;
}

async function pem(jwk: JWK): Promise<string> {
  const key = await importJWK({ ...jwk, ext: true }, 'ES256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('It is a key pair');
  return exportSPKI(key);
}

describe('a token of the issuer', () => {
  test('is taken, and its principal named in the log', async () => {
    const { outcome, trace_id } = await act(await issuer.token());
    expect(outcome.status).toBe('fulfilled');
    expect(lab.service.log().find((line) => line.trace_id === trace_id)).toMatchObject({ principal: 'alice' });
  });

  test.for<readonly [string, TokenWishes]>([
    ['for more than one audience', { claims: { aud: ['other', AUDIENCE] } }],
    ['of the type of access tokens', { header: { typ: 'at+jwt' } }],
    ['of the plain type', { header: { typ: 'JWT' } }],
    ['that names no key, as there is one', { header: { kid: undefined } }],
    ['with scopes as a list', { claims: { scope: ['x', 'waybill.act'] } }],
    ['with scopes as scp', { claims: { scope: undefined, scp: 'waybill.act' } }],
    ['with more scopes than are known here', { claims: { scope: 'openid waybill.act email' } }],
  ])('is taken %s', async ([, wishes]) => {
    expect((await act(await issuer.token(wishes))).status).toBe(200);
  });

  test('may name its principal as it likes: the log stays one line a request', async () => {
    const principal = 'evil"\n{"level":"fatal"}\u2028';
    const { status, trace_id } = await act(await issuer.token({ claims: { sub: principal } }), { principal });
    expect(status).toBe(200);
    expect(lab.service.log().find((line) => line.trace_id === trace_id)).toMatchObject({ principal });
  });

  test('can not use a context id of another principal', async () => {
    const { status, outcome } = await act(await issuer.token({ claims: { sub: 'bob' } }), { principal: 'alice' });
    expect([status, outcome.error?.code]).toEqual([403, 'context_hash_mismatch']);
  });

  test.for([
    ['no scope that is known here', 'openid', 'lab.act', 'login-flow'],
    ['a scope of another intent', 'waybill.read', 'lab.act', 'reading'],
    ['a scope of another domain', 'waybill.read', 'lab.read', 'login-flow'],
    ['two scopes that would allow it together only', 'waybill.read waybill.echo', 'lab.read', 'echoing'],
    ['a name of every object as scope', '__proto__ constructor toString', 'lab.act', 'login-flow'],
  ] as const)('with %s is forbidden to act', async ([, scope, key, domain]) => {
    const { status, outcome } = await act(await issuer.token({ claims: { scope } }), { key, domain });
    expect([status, outcome.error?.code]).toEqual([403, 'forbidden']);
  });

  test('is not verified anew with every request, nor are keys fetched for it', async () => {
    const token = await issuer.token();
    await act(token);
    const askedBefore = issuer.asked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(issuer.asked()).toBe(askedBefore);
  });
});

describe('a token that is not good', () => {
  const ROWS: readonly {
    readonly because: string;
    readonly make: () => Promise<string> | string;
    readonly says: string;
  }[] = [
    { because: 'expired', make: () => issuer.token({ claims: { exp: now() - 1 } }), says: 'has expired' },
    { because: 'not yet valid', make: () => issuer.token({ claims: { nbf: now() + 60 } }), says: 'not valid yet' },
    {
      because: 'without an end',
      make: () => issuer.token({ claims: { exp: undefined } }),
      says: 'lacks the claim exp',
    },
    {
      because: 'with an end that is text',
      make: () => issuer.token({ claims: { exp: '9999999999' } }),
      says: 'claim exp',
    },
    {
      because: 'of another audience',
      make: () => issuer.token({ claims: { aud: 'other' } }),
      says: 'another audience',
    },
    {
      because: 'without audience',
      make: () => issuer.token({ claims: { aud: undefined } }),
      says: 'lacks the claim aud',
    },
    {
      because: 'of another issuer',
      make: () => issuer.token({ claims: { iss: 'https://evil.example' } }),
      says: 'another issuer',
    },
    {
      because: 'of an issuer that differs by a slash',
      make: () => issuer.token({ claims: { iss: `${issuer.url}/` } }),
      says: 'another issuer',
    },
    { because: 'of nobody', make: () => issuer.token({ claims: { sub: undefined } }), says: 'lacks the claim sub' },
    { because: 'of an empty name', make: () => issuer.token({ claims: { sub: '' } }), says: 'names nobody' },
    { because: 'of a number', make: () => issuer.token({ claims: { sub: 7 } }), says: 'names nobody' },
    {
      because: 'of a very long name',
      make: () => issuer.token({ claims: { sub: 'a'.repeat(257) } }),
      says: 'names nobody',
    },
    {
      because: 'of whoever calls without one',
      make: () => issuer.token({ claims: { sub: 'anonymous' } }),
      says: 'names nobody',
    },
    { because: 'of logout', make: () => issuer.token({ header: { typ: 'logout+jwt' } }), says: 'another type' },
    {
      because: 'of an unknown extension that must be understood',
      make: () => issuer.token({ header: { crit: ['x'], x: 1 } }),
      says: 'not supported',
    },
    {
      because: 'with alg none and no signature',
      make: () => `${encode({ alg: 'none' })}.${encode(goodClaims())}.`,
      says: 'algorithm that is not taken',
    },
    {
      because: 'with alg NONE and the signature of a good one',
      make: async () =>
        `${encode({ alg: 'NONE', kid: 'first' })}.${(await issuer.token()).split('.').slice(1).join('.')}`,
      says: 'algorithm that is not taken',
    },
    {
      because: 'HS256 by the public key as PEM',
      make: () => signedWithPublicKey(pem),
      says: 'algorithm that is not taken',
    },
    {
      because: 'HS256 by the public key as JSON',
      make: () => signedWithPublicKey(async (jwk) => JSON.stringify(jwk)),
      says: 'algorithm that is not taken',
    },
    {
      because: 'HS512 by the x of the public key',
      make: () => signedWithPublicKey(async (jwk) => jwk.x ?? '', 'HS512'),
      says: 'algorithm that is not taken',
    },
    { because: 'signed by another key of the same name', make: () => issuer.token({ key: other }), says: 'signature' },
    {
      because: 'signed by a key of another kind',
      make: () => issuer.token({ key: { ...other, alg: 'ES256' }, header: { kid: 'unknown' } }),
      says: 'does not publish',
    },
    {
      because: 'that brings its own key',
      make: () => issuer.token({ key: other, header: { jwk: other.jwk } }),
      says: 'signature',
    },
    {
      because: 'that says where its key is',
      make: () => issuer.token({ key: other, header: { jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/' } }),
      says: 'signature',
    },
    {
      because: 'whose claims were changed',
      make: async () => {
        const [head, claims, signature] = (await issuer.token()).split('.');
        return `${head}.${encode({ ...decode(claims), sub: 'admin' })}.${signature}`;
      },
      says: 'signature',
    },
    { because: 'cut short', make: async () => (await issuer.token()).slice(0, -4), says: 'signature' },
    {
      because: 'without its signature',
      make: async () => `${(await issuer.token()).split('.').slice(0, 2).join('.')}.`,
      says: 'signature',
    },
    {
      because: 'of two parts',
      make: async () => (await issuer.token()).split('.').slice(0, 2).join('.'),
      says: 'no signed token',
    },
    { because: 'of five parts', make: () => 'a.b.c.d.e', says: 'no signed token' },
    { because: 'of no JSON', make: () => 'aaaa.bbbb.cccc', says: 'no signed token' },
    { because: 'that is an API key', make: () => `wbk_${'a'.repeat(43)}`, says: 'no signed token' },
    {
      because: 'whose claims are no object',
      make: () =>
        new CompactSign(Buffer.from('[]'))
          .setProtectedHeader({ alg: 'ES256', kid: 'first' })
          .sign(issuer.first.privateKey),
      says: 'no signed token',
    },
  ];

  test.for(ROWS)('is refused: $because', async ({ make, says }) => {
    const actsBefore = lab.lab.acts.length;
    const { status, headers, outcome } = await act(await make());
    expect([status, outcome.error?.code]).toEqual([401, 'unauthenticated']);
    expect(outcome.error?.message).toContain(says);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer realm="waybill", error="invalid_token", error_description="[^"]+"$/,
    );
    expect(lab.lab.acts).toHaveLength(actsBefore);
  });

  test('is no longer taken once it has expired, though it was remembered', async () => {
    const token = await issuer.token({ claims: { exp: now() + 2 } });
    expect((await act(token)).status).toBe(200);
    expect(await statusOnce(() => act(token), 401)).toBe(401);
  });
});

describe('clocks that differ', () => {
  test('are allowed for by clock_skew_ms', async () => {
    const at = await openLab(jwtOf(issuer, { clockSkewMs: 60_000 }));
    expect((await act(await issuer.token({ claims: { exp: now() - 30 } }), { at })).status).toBe(200);
    expect((await act(await issuer.token({ claims: { nbf: now() + 30 } }), { at })).status).toBe(200);
    expect((await act(await issuer.token({ claims: { exp: now() - 90 } }), { at })).status).toBe(401);
  });
});

describe('the keys of the issuer', () => {
  const open = async () => {
    const own = await openIssuer();
    onTestFinished(own.close);
    return { own, at: await openLab(jwtOf(own)) };
  };

  test('are fetched once for many tokens at a time', async () => {
    const { own, at } = await open();
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => own.token({ claims: { jti: index } })));
    const answers = await Promise.all(tokens.map((token) => act(token, { at })));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(own.asked()).toBe(1);
  });

  test('are fetched anew for one that is not among them, and the old one is taken as long as it is published', async () => {
    const { own, at } = await open();
    expect((await act(await own.token(), { at })).status).toBe(200);
    const second = await createSigningKey('second', 'EdDSA');
    own.publish(own.first.jwk, second.jwk);
    const token = await own.token({ key: second });
    expect(await statusOnce(() => act(token, { at }), 200)).toBe(200);
    expect((await act(await own.token({ claims: { jti: 'old' } }), { at })).status).toBe(200);
    own.publish(second.jwk);
  });

  test('are not fetched for every token with a made-up name of a key', async () => {
    const { own, at } = await open();
    await act(await own.token(), { at });
    const askedBefore = own.asked();
    for (let count = 0; count < 30; count += 1) {
      const { status } = await act(await own.token({ header: { kid: `made-up-${count}` } }), { at });
      expect(status).toBe(401);
    }
    expect(own.asked() - askedBefore).toBeLessThanOrEqual(2);
  });

  test('that can not be had make nobody unauthenticated: 503, when to come again, and the reason in the log', async () => {
    const { own, at } = await open();
    await own.stop();
    const token = await own.token();
    const { status, headers, outcome } = await act(token, { at });
    expect([status, outcome.error?.code, outcome.effect]).toEqual([503, 'adapter_unavailable', 'none']);
    expect(outcome.error).toMatchObject({ recoverable: true });
    expect(headers['retry-after']).toBe('1');
    expect(headers['www-authenticate']).toBeUndefined();
    expect(at.service.log().some(({ level, why }) => level === 'warn' && String(why).includes('ECONNREFUSED'))).toBe(
      true,
    );
    await own.start();
    expect(await statusOnce(() => act(token, { at }), 200)).toBe(200);
  });

  test('at hand serve on while the issuer is down', async () => {
    const { own, at } = await open();
    await act(await own.token(), { at });
    await own.stop();
    expect((await act(await own.token({ claims: { jti: 'new' } }), { at })).status).toBe(200);
  });

  test.for<readonly [string, Parameters<Issuer['answerWith']>[0]]>([
    ['an error', (_request, response) => response.writeHead(500).end()],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/keys?again' }).end()],
    ['no JSON', (_request, response) => response.end('<html>')],
    ['JSON that is no set of keys', (_request, response) => response.end('{"keys": 1}')],
    ['more than anyone needs', (_request, response) => response.end('x'.repeat(2_000_000))],
    ['nothing', (request) => request.socket.destroy()],
  ])('are not had from %s', async ([, listener]) => {
    const { own, at } = await open();
    own.answerWith(listener);
    expect((await act(await own.token(), { at })).status).toBe(503);
  });

  test('may hold what can not be used beside what can, and never a shared secret', async () => {
    const { own, at } = await open();
    const secret = { kty: 'oct', kid: 'first', k: Buffer.from('a'.repeat(32)).toString('base64url') };
    own.publish({ kty: 'new', kid: 'x' }, secret, own.first.jwk);
    expect((await act(await own.token(), { at })).status).toBe(200);
    const signed = `${encode({ alg: 'HS256', kid: 'first' })}.${encode({ ...goodClaims(), iss: own.url })}`;
    const forged = `${signed}.${createHmac('sha256', 'a'.repeat(32)).update(signed).digest('base64url')}`;
    expect((await act(forged, { at })).status).toBe(401);
  });

  test('in a private network are out of reach until the configuration allows it', async () => {
    const own = await openIssuer();
    onTestFinished(own.close);
    const at = await openLab({ ...jwtOf(own), outbound: { allow: [] } });
    expect((await act(await own.token(), { at })).status).toBe(503);
    expect(own.asked()).toBe(0);
    expect(at.service.log().some(({ why }) => String(why).includes('outbound.allow'))).toBe(true);
  });
});
