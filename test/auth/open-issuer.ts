import { createServer, type RequestListener } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { JwtSettings } from '../../src/config/auth-settings.ts';
import type { Settings } from '../../src/config/settings.ts';

export const AUDIENCE = 'waybill';
const LIFE_S = 300;

export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export interface TokenWishes {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

export async function createSigningKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A real identity provider, as far as Waybill knows one: keys under an address, and whatever tokens a test asks for. */
export async function openIssuer() {
  const first = await createSigningKey('first');
  let published: readonly unknown[] = [first.jwk];
  let answer: RequestListener | undefined;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (answer !== undefined) answer(request, response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const now = () => Math.floor(Date.now() / 1000);
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return {
    url,
    first,
    /** How often its keys were fetched. */
    asked: () => asked,
    publish: (...keys: readonly unknown[]) => {
      published = keys;
    },
    /** Another answer than the keys; undefined: the keys again. */
    answerWith: (listener: RequestListener | undefined) => {
      answer = listener;
    },
    stop,
    start: () => listen(port),
    close: () => (server.listening ? stop() : Promise.resolve()),
    /** A token that is good, but for what is wished. A claim that is undefined is left out. */
    token: ({ claims = {}, header = {}, key = first }: TokenWishes = {}): Promise<string> => {
      const all = {
        iss: url,
        aud: AUDIENCE,
        sub: 'alice',
        scope: 'waybill.act',
        iat: now(),
        exp: now() + LIFE_S,
        ...claims,
      };
      return new SignJWT(JSON.parse(JSON.stringify(all)))
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey, { crit: { x: true } });
    },
  };
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;

/** Settings of a service that takes its tokens. */
export function jwtOf({ url }: Issuer, changes: Partial<JwtSettings> = {}): Pick<Settings, 'auth' | 'outbound'> {
  const auth: JwtSettings = {
    mode: 'jwt',
    jwksUrl: `${url}/keys`,
    issuer: url,
    audience: AUDIENCE,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    clockSkewMs: 0,
    principalClaim: 'sub',
    attributes: new Map([['tier', 'https://id.example/tier']]),
    scopes: new Map([
      ['waybill.act', { intents: ['*'], may: [] }],
      ['waybill.read', { intents: ['lab.read'], domains: ['reading'], may: ['explain'] }],
      ['waybill.echo', { intents: ['system.echo'], domains: ['echoing'], may: [] }],
    ]),
    ...changes,
  };
  return { auth, outbound: { allow: ['127.0.0.1'] } };
}
