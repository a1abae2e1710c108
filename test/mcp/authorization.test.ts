import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../auth/auth-settings.ts';
import { type Issuer, jwtOf, openIssuer } from '../auth/open-issuer.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { exchange } from '../http/exchange.ts';
import { openTestService } from '../open-test-service.ts';
import { postMessage } from './post-message.ts';

const closeLater = closeAfterAll();
let issuer: Issuer;

beforeAll(async () => {
  issuer = await closeLater(openIssuer());
});

test('a 401 of the endpoint says where it is told whose tokens are taken, and that is told to everybody', async () => {
  const { origin } = await openTestService(jwtOf(issuer));
  for (const headers of [{}, bearer('not-a-token')]) {
    const received = await postMessage(origin, { method: 'tools/list', headers });
    expect(received.status).toBe(401);
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    expect(received.headers['www-authenticate']).toContain(`resource_metadata="${metadata}"`);
    const { status, text } = await exchange(origin, { method: 'GET', path: new URL(metadata).pathname });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      resource: `${origin}/mcp`,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
    });
  }
});

test('other paths name no metadata, and without an issuer there is none', async () => {
  const withIssuer = await openTestService(jwtOf(issuer));
  const refused = await exchange(withIssuer.origin, { body: {} });
  expect(refused.headers['www-authenticate']).not.toContain('resource_metadata');
  const without = await openTestService();
  const path = '/.well-known/oauth-protected-resource';
  expect((await exchange(without.origin, { method: 'GET', path })).status).toBe(404);
});

test('the address of the configuration beats the one that a client uses', async () => {
  const settings = jwtOf(issuer);
  const { mcp } = (await openTestService()).settings;
  const { origin } = await openTestService({ ...settings, mcp: { ...mcp, url: 'https://waybill.example/mcp' } });
  const { text } = await exchange(origin, { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' });
  expect(JSON.parse(text).resource).toBe('https://waybill.example/mcp');
  const received = await postMessage(origin, { method: 'tools/list' });
  expect(received.headers['www-authenticate']).toContain(
    'resource_metadata="https://waybill.example/.well-known/oauth-protected-resource/mcp"',
  );
});

test('what a caller may not do is no tool to it, in a list that only it may keep', async () => {
  const { origin } = await openTestService(jwtOf(issuer));
  const token = await issuer.token({ claims: { scope: 'waybill.echo' } });
  const { result } = JSON.parse((await postMessage(origin, { method: 'tools/list', headers: bearer(token) })).text);
  expect(result.cacheScope).toBe('private');
  expect(result.tools).toMatchObject([{ name: 'system_echo' }]);
  const params = { name: 'system_sleep', arguments: { ms: 1 } };
  const called = await postMessage(origin, { method: 'tools/call', params, headers: bearer(token) });
  expect(JSON.parse(called.text).error.code).toBe(-32_602);
});
