import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { type BackEnd, openBackEnd, type ReceivedRequest, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const INTENTS: NonNullable<HttpOptions['intents']> = {
  'thing.look': { path: '/' },
  'thing.make': { path: '/', body: {} },
  'thing.own': { path: '/', headers: { Authorization: 'Bearer {{ payload.token }}' }, payload: { type: 'object' } },
};
type Auth = NonNullable<HttpOptions['auth']>;

describe('credentials of the configuration', () => {
  test.for([
    [{ type: 'header', name: 'X-Api-Key', value: 'k-1' }, 'x-api-key', 'k-1'],
    [
      { type: 'basic', username: 'ü', password: 'p:w' },
      'authorization',
      `Basic ${Buffer.from('ü:p:w').toString('base64')}`,
    ],
    [{ type: 'bearer', token: 't-1' }, 'authorization', 'Bearer t-1'],
    [{ type: 'none' }, 'authorization', undefined],
  ] as const)('%j are sent as %s: %s', async ([auth, name, value]) => {
    const backEnd = await openBackEnd((_request, response) => sendJson(response, {}));
    const target = await openHttpTarget({ base_url: backEnd.origin, auth, intents: INTENTS });
    await target.act('thing.look');
    expect(backEnd.received[0]?.headers[name]).toBe(value);
  });

  test('give way to a header that an intent sends itself', async () => {
    const backEnd = await openBackEnd((_request, response) => sendJson(response, {}));
    const target = await openHttpTarget({
      base_url: backEnd.origin,
      auth: { type: 'bearer', token: 't-1' },
      intents: INTENTS,
    });
    await target.act('thing.own', { token: 'of the payload' });
    expect(backEnd.received[0]?.headers.authorization).toBe('Bearer of the payload');
  });
});

interface Issuer {
  readonly backEnd: BackEnd;
  readonly auth: Auth;
}

/** A token endpoint that gives `token-1`, `token-2` … each for so many seconds, after a while. */
async function openIssuer(seconds: number | undefined, more: Partial<Auth> = {}, afterMs = 0): Promise<Issuer> {
  let given = 0;
  const backEnd = await openBackEnd((_request, response) => {
    given += 1;
    const token = {
      access_token: `token-${given}`,
      token_type: 'Bearer',
      ...(seconds !== undefined && { expires_in: seconds }),
    };
    setTimeout(() => sendJson(response, token), afterMs);
  });
  const auth: Auth = {
    type: 'oauth2_client_credentials',
    token_url: `${backEnd.origin}/oauth2/token?tenant=a`,
    client_id: 'way bill',
    client_secret: 's3cr3t/+&',
    ...more,
  };
  return { backEnd, auth };
}

/** An upstream that takes these tokens. */
async function openGuarded(auth: Auth, takes: (token: string) => boolean) {
  const backEnd = await openBackEnd(({ headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    sendJson(response, { token }, takes(token) ? 200 : 401);
  });
  return { backEnd, target: await openHttpTarget({ base_url: backEnd.origin, auth, intents: INTENTS }) };
}

const tokens = (received: readonly ReceivedRequest[]) => received.map(({ headers }) => headers.authorization);

describe('OAuth 2.0 client credentials', () => {
  test('are asked for as RFC 6749 says, and the token is kept', async () => {
    const issuer = await openIssuer(3600, { scope: 'a b', audience: 'https://api.example' });
    const { backEnd, target } = await openGuarded(issuer.auth, () => true);
    for (let turn = 0; turn < 3; turn += 1) expect((await target.act('thing.make')).effect).toBe('applied');
    expect(tokens(backEnd.received)).toEqual(Array(3).fill('Bearer token-1'));
    expect(issuer.backEnd.received).toHaveLength(1);
    const [asked] = issuer.backEnd.received;
    expect(asked).toMatchObject({ method: 'POST', url: '/oauth2/token?tenant=a' });
    expect(asked?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    const [id = '', secret = ''] = Buffer.from(String(asked?.headers.authorization).slice(6), 'base64')
      .toString()
      .split(':');
    expect([decodeURIComponent(id.replaceAll('+', ' ')), decodeURIComponent(secret)]).toEqual([
      'way bill',
      's3cr3t/+&',
    ]);
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'https://api.example',
    });
  });

  test('may be sent in the body', async () => {
    const issuer = await openIssuer(3600, { client_auth: 'post' });
    const { target } = await openGuarded(issuer.auth, () => true);
    await target.act('thing.look');
    const [asked] = issuer.backEnd.received;
    expect(asked?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      client_id: 'way bill',
      client_secret: 's3cr3t/+&',
    });
  });

  test('are asked for once by 50 callers at once', async () => {
    const issuer = await openIssuer(3600, {}, 100);
    const { backEnd, target } = await openGuarded(issuer.auth, () => true);
    const acted = await Promise.all(Array.from({ length: 50 }, () => target.act('thing.make')));
    expect(acted.every(({ effect }) => effect === 'applied')).toBe(true);
    expect(backEnd.received).toHaveLength(50);
    expect(issuer.backEnd.received).toHaveLength(1);
  });

  test('are asked for again once the token has nearly ended', async () => {
    const issuer = await openIssuer(1);
    const { backEnd, target } = await openGuarded(issuer.auth, () => true);
    await target.act('thing.look');
    // Of so short a life half is used.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await target.act('thing.look');
    expect(tokens(backEnd.received)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('without an end are kept until they are refused', async () => {
    const issuer = await openIssuer(undefined);
    let refused = '';
    const { backEnd, target } = await openGuarded(issuer.auth, (token) => token !== refused);
    await target.act('thing.look');
    await target.act('thing.look');
    expect(issuer.backEnd.received).toHaveLength(1);
    refused = 'token-1';
    expect(await target.act('thing.make')).toMatchObject({ effect: 'applied', result: { token: 'token-2' } });
    expect(tokens(backEnd.received)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('are renewed once by 50 callers whose token is refused', async () => {
    const issuer = await openIssuer(3600);
    let refused = '';
    const { target } = await openGuarded(issuer.auth, (token) => token !== refused);
    await target.act('thing.look');
    refused = 'token-1';
    const acted = await Promise.all(Array.from({ length: 50 }, () => target.act('thing.make')));
    expect(acted.map(({ result }) => result)).toEqual(Array(50).fill({ token: 'token-2' }));
    expect(issuer.backEnd.received).toHaveLength(2);
  });

  test('that are refused anew are the service’s own fault, without an effect', async () => {
    const issuer = await openIssuer(3600);
    const { backEnd, target } = await openGuarded(issuer.auth, () => false);
    expect(await target.act('thing.make')).toMatchObject({
      effect: 'none',
      failure: { kind: 'adapter_failed', message: expect.stringContaining('credentials of this service') },
    });
    expect(backEnd.received).toHaveLength(2);
  });

  test.for([
    [401, { error: 'invalid_client', error_description: 'no s3cr3t/+& here' }, 'adapter_failed', 'invalid_client'],
    [400, { error: 'invalid_scope' }, 'adapter_failed', 'invalid_scope'],
    [500, {}, 'adapter_unavailable', 'it answered 500'],
    [429, {}, 'adapter_unavailable', 'it answered 429'],
    [200, { access_token: 'a', token_type: 'Mac' }, 'adapter_failed', 'no token'],
    [200, 'garbage', 'adapter_failed', 'no token'],
  ] as const)('of an issuer that answers %i %j come to nothing', async ([status, answer, kind, says]) => {
    const backEnd = await openBackEnd((_request, response) => sendJson(response, answer, status));
    const auth: Auth = {
      type: 'oauth2_client_credentials',
      token_url: backEnd.origin,
      client_id: 'c',
      client_secret: 's3cr3t/+&',
    };
    const guarded = await openGuarded(auth, () => true);
    const acted = await guarded.target.act('thing.make');
    expect(acted).toMatchObject({ effect: 'none', failure: { kind } });
    expect(acted.failure?.message).toContain(says);
    expect(JSON.stringify([acted, guarded.target.lines])).not.toContain('s3cr3t');
    expect(guarded.backEnd.received).toHaveLength(0);
  });

  test('of an issuer that is not there come to `adapter_unavailable`', async () => {
    const auth: Auth = {
      type: 'oauth2_client_credentials',
      token_url: 'http://127.0.0.1:1/',
      client_id: 'c',
      client_secret: 's',
    };
    const { target } = await openGuarded(auth, () => true);
    expect(await target.act('thing.make')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  });

  test('are waited for no longer than the call lasts, and serve the next', async () => {
    const issuer = await openIssuer(3600, {}, 300);
    const { backEnd, target } = await openGuarded(issuer.auth, () => true);
    const running = target.begin('thing.make');
    await expect.poll(() => issuer.backEnd.received.length).toBe(1);
    running.abort();
    expect(await running.ended).toMatchObject({ effect: 'none', failure: { kind: 'cancelled' } });
    expect(await target.act('thing.make')).toMatchObject({ effect: 'applied', result: { token: 'token-1' } });
    expect(issuer.backEnd.received).toHaveLength(1);
    expect(backEnd.received).toHaveLength(1);
  });
});
