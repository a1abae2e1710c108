import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isSecretName, isSecretParameter, maskSecrets } from '../../contracts/secrets.ts';
import { openLog } from '../../src/telemetry/log.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl';

describe('a name that says that a secret is behind it', () => {
  test.for([
    'password',
    'Password',
    'user_password',
    'passphrase',
    'passwd',
    'pwd',
    'secret',
    'client_secret',
    'token',
    'access_token',
    'refreshToken',
    'id-token',
    'credential',
    'credentials',
    'authorization',
    'Authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'jwt',
    'api_key',
    'apikey',
    'x-api-key',
    'private_key',
    'signing-key',
    'accessKey',
    'otp',
    'card_pin',
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(isSecretParameter(name)).toBe(true);
  });

  test.for(['key', 'code', 'state', 'nonce', 'sig', 'session_id', 'auth', 'SAMLResponse'])(
    '%s, in an address',
    (name) => {
      expect([isSecretName(name), isSecretParameter(name)]).toEqual([false, true]);
    },
  );

  test.for(['username', 'keyboard', 'spinner', 'pinned', 'passed', 'text', 'url', 'type', 'business_key', 'trace_id'])(
    '%s is none',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});

describe('in any text', () => {
  test.for([
    ['sent Authorization: Bearer abcdefgh12345678', 'sent Authorization: ***'],
    ['bearer abcdefgh12345678 was refused', 'bearer *** was refused'],
    ['Basic YWRhOmh1bnRlcjI= was refused', 'Basic *** was refused'],
    ['Cookie: sid=abc; theme=dark', 'Cookie: ***'],
    ['set-cookie: sid=abc; HttpOnly', 'set-cookie: ***'],
    ['X-API-Key: 12345', 'X-API-Key: ***'],
    ['GET https://ada:hunter2@api.example/items failed', 'GET https://***@api.example/items failed'],
    ['redis://:hunter2@10.0.0.1:6379 closed', 'redis://***@10.0.0.1:6379 closed'],
    ['at https://a.example/?q=1&access_token=hunter2&b=2', 'at https://a.example/?q=1&access_token=***&b=2'],
    ['at /callback?code=hunter2#id_token=hunter2', 'at /callback?code=***#id_token=***'],
    ['password=hunter2', 'password=***'],
    ['found {"user":"ada","password":"hunter2"}', 'found {"user":"ada","password":"***"}'],
    ['found {"client_secret" : "hun\\"ter2"}', 'found {"client_secret" : "***"}'],
    [`the token ${TOKEN} has expired`, 'the token *** has expired'],
    ['the key wbk_0123456789abcdef is unknown', 'the key *** is unknown'],
  ] as const)('%s is told as %s', ([text, told]) => {
    expect(maskSecrets(text)).toBe(told);
  });

  test.for([
    'missing client_capabilities.os (and 4 more: see details.problems)',
    'The header Authorization is not of the form Bearer TOKEN',
    'A token in the address (?access_token=) is not taken: addresses are written to logs',
    'The token is for another audience (auth.audience)',
    'https://shop.example/items?page=2&sort=price',
    'expected "password" to be a string',
    'ada@example.com was told',
  ])('%s is left as it is', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  test('of any length in no time worth a word', () => {
    for (const part of ['a=', '://', 'Bearer ', '"a":"', 'eyJaaaaa.', 'cookie:', '?', 'wbk_']) {
      const startedMs = performance.now();
      maskSecrets(part.repeat(20_000));
      expect(performance.now() - startedMs).toBeLessThan(2000);
    }
  });
});

test('a log line tells no secret: not by its fields at any depth, not in its texts, not in an error', () => {
  const file = join(tmpdir(), `waybill-log-${randomUUID()}`);
  onTestFinished(() => rmSync(file, { force: true }));
  const log = openLog('info', destination({ dest: file, sync: true }));
  log.logger.child({ target: 'api' }).warn(
    {
      url: 'https://ada:hunter2@api.example/?token=hunter2',
      headers: { Authorization: 'Bearer hunter2', cookie: ['sid=hunter2'] },
      tried: [{ deep: { password: 'hunter2' } }],
      err: new Error('fetching https://api.example/?api_key=hunter2 failed', { cause: new Error('password=hunter2') }),
      attempts: 3,
    },
    'could not be reached',
  );
  log.flush();
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('hunter2');
  expect(JSON.parse(text)).toMatchObject({
    target: 'api',
    attempts: 3,
    url: 'https://***@api.example/?token=***',
    headers: { Authorization: '***', cookie: '***' },
    err: { type: 'Error' },
    msg: 'could not be reached',
  });
});
