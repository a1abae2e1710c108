import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { JwtSettings } from '../../src/config/auth-settings.ts';

export const AUDIENCE = 'https://waybill.example';

export interface Issuer {
  readonly settings: JwtSettings;
  readonly publicKeyPem: string;
  /** A token that is taken as alice's, but for what is changed in it. */
  token(claims?: object, header?: Partial<JWTHeaderParameters>, key?: CryptoKey | Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** Publishes one RS256 key at a real address, and signs with it. */
export async function openIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(jwks));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // `as`: it listens on a port
  return {
    settings: {
      mode: 'jwt',
      jwksUrl: `${origin}/jwks`,
      issuer: origin,
      audience: AUDIENCE,
      algorithms: ['RS256', 'ES256'],
      clockSkewMs: 5000,
      principalClaim: 'sub',
      attributes: new Map(),
      scopes: new Map([['act', { intents: ['lab.*'], may: [] }]]),
    },
    publicKeyPem: await exportSPKI(publicKey),
    token: (claims = {}, header = {}, key = privateKey) => {
      const nowS = Math.floor(Date.now() / 1000);
      const all = { iss: origin, aud: AUDIENCE, sub: 'alice', scope: 'act', iat: nowS, exp: nowS + 600, ...claims };
      return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
