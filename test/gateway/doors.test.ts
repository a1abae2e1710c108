import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openGateway } from './open-gateway.ts';
import { openReplicas } from './open-replicas.ts';
import { openUpstream, type Reached } from './open-upstream.ts';

const V1 = 'application/vnd.mcp.v1+json';
const V2 = 'application/vnd.mcp.v2+json';

/** An upstream that tells its name and the path at which it was asked. */
const named =
  (name: string) =>
  (response: ServerResponse, { path }: Reached): void =>
    void response.end(`${name} ${path}`);

const DOORS = [
  { method: 'POST', path: '/mcp/v2', because: 'the path says v2', goes: 'v2 /mcp/v2' },
  { method: 'POST', path: '/mcp/v2/contexts?a=b', because: 'so does one below it', goes: 'v2 /mcp/v2/contexts?a=b' },
  { method: 'POST', path: '/mcp/v1', because: 'the path says v1', goes: 'v1 /mcp/v1' },
  { method: 'POST', path: '/mcp/v10', because: 'another path that only begins alike', goes: 'v2 /mcp/v10' },
  { method: 'POST', path: '/mcp', because: 'v2 where nothing is said', goes: 'v2 /mcp' },
  { method: 'POST', path: '/mcp', accept: V1, because: 'Accept says v1', goes: 'v1 /mcp/v1' },
  { method: 'POST', path: '/mcp', accept: `text/html, ${V1};q=0.9`, because: 'among others, too', goes: 'v1 /mcp/v1' },
  { method: 'POST', path: '/mcp', accept: V2, because: 'Accept says v2', goes: 'v2 /mcp' },
  { method: 'POST', path: '/mcp/v2', accept: V1, because: 'the path comes before Accept', goes: 'v2 /mcp/v2' },
  { method: 'GET', path: '/mcp', accept: V1, because: 'how to connect is asked of v2', goes: 'v2 /mcp' },
  {
    method: 'GET',
    path: '/mcp/polling/a%2Fb?cursor=3',
    because: 'and all else',
    goes: 'v2 /mcp/polling/a%2Fb?cursor=3',
  },
] as const;

const LEGACY_NETWORK = [
  { path: '/mcp', accept: 'application/json', because: 'the address says v1', goes: 'v1 /mcp/v1' },
  { path: '/mcp?a=b', accept: '*/*', because: 'a query stays', goes: 'v1 /mcp/v1?a=b' },
  { path: '/mcp', accept: V2, because: 'Accept comes before the address', goes: 'v2 /mcp' },
  { path: '/mcp/v2', accept: 'application/json', because: 'so does the path', goes: 'v2 /mcp/v2' },
] as const;

describe.for(['nginx', 'haproxy'] as const)('%s', (kind) => {
  const openBoth = async (replace: readonly (readonly [string, string])[] = []) => {
    const [v2, v1] = [await openUpstream(named('v2')), await openUpstream(named('v1'))];
    const gateway = await openGateway(kind, [v2.origin], { v1Origins: [v1.origin], replace });
    return { gateway, v2 };
  };

  test('tells v1 from v2 by path and by Accept', async () => {
    const { gateway } = await openBoth();
    for (const { method, path, goes, because, ...more } of DOORS) {
      const headers = 'accept' in more ? { accept: more.accept } : {};
      const received = await exchange(gateway.origin, {
        method,
        path,
        headers,
        body: method === 'POST' ? '{}' : undefined,
      });
      expect(received.text, because).toBe(goes);
    }
  });

  test('tells v1 from v2 by the address of the client where nothing else does', async () => {
    const { gateway } = await openBoth([['192.0.2.0/24', '127.0.0.0/8']]);
    for (const { path, accept, goes, because } of LEGACY_NETWORK) {
      expect((await exchange(gateway.origin, { path, headers: { accept }, body: '{}' })).text, because).toBe(goes);
    }
  });

  test('tells the replica which host the client asked for, and from where', async () => {
    const { gateway, v2 } = await openBoth();
    await exchange(gateway.origin, { headers: { host: 'waybill.example:8443' }, body: '{}' });
    expect(v2.reached[0]?.headers).toMatchObject({
      host: 'waybill.example:8443',
      'x-forwarded-host': 'waybill.example:8443',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
  });

  test('leaves it to the replicas which hosts they answer to', async () => {
    const replicas = await openReplicas({ count: 1, listen: { allowed_hosts: ['waybill.example'] } });
    const gateway = await openGateway(kind, replicas.origins);
    const ask = async (host: string) => (await exchange(gateway.origin, { headers: { host }, body: '{}' })).status;
    expect(await ask('waybill.example')).toBe(400);
    expect(await ask('rebound.example')).toBe(403);
  });

  test('shows nobody the metrics of one replica, however the path is written', async () => {
    const { gateway } = await openBoth();
    for (const path of ['/metrics', '/metrics?a=b', '/%6Detrics', '/%6d%65trics?a=b']) {
      expect((await exchange(gateway.origin, { method: 'GET', path })).status, path).toBe(404);
    }
  });
});
