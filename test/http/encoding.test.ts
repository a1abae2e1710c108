import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exchange } from './exchange.ts';
import { CAPABILITIES } from './good-request.ts';
import { openLab } from './open-lab.ts';

const V2 = 'application/vnd.mcp.v2+json';
const V2_ANSWER = `${V2}; charset=utf-8`;

describe('compression follows preferred_encoding within Accept-Encoding', () => {
  test.for([
    { prefers: 'gzip', accepts: 'gzip, br', letters: 5000, gets: 'gzip' },
    { prefers: 'brotli', accepts: 'gzip, br', letters: 5000, gets: 'br' },
    { prefers: 'none', accepts: 'gzip, br', letters: 5000, gets: undefined },
    { prefers: 'gzip', accepts: 'br', letters: 5000, gets: undefined },
    { prefers: 'brotli', accepts: 'gzip', letters: 5000, gets: undefined },
    { prefers: 'gzip', accepts: 'gzip;q=0', letters: 5000, gets: undefined },
    { prefers: 'gzip', accepts: '*', letters: 5000, gets: 'gzip' },
    { prefers: 'gzip', accepts: undefined, letters: 5000, gets: undefined },
    { prefers: 'gzip', accepts: 'gzip', letters: 10, gets: undefined },
  ])('prefers $prefers, accepts $accepts, $letters letters: $gets', async ({ prefers, accepts, letters, gets }) => {
    const { service, good } = await openLab();
    const received = await exchange(service.origin, {
      headers: accepts === undefined ? {} : { 'accept-encoding': accepts },
      body: {
        ...good.request('lab.act'),
        client_capabilities: { ...CAPABILITIES, preferred_encoding: prefers },
        payload: { do: 'fill', letters },
      },
    });
    expect(received.headers['content-encoding']).toBe(gets);
    expect(received.headers['content-length']).toBe(String(received.bytes.length));
    if (prefers !== 'none' && letters > 1000) expect(received.headers.vary).toBe('accept-encoding');
    const text = decompressed(received.bytes, gets);
    expect(JSON.parse(text).outcome.result).toEqual({ done: 1, text: 'x'.repeat(letters) });
  });
});

function decompressed(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

describe('the media type', () => {
  test.for([
    { sent: 'application/json', accept: undefined, gets: 'application/json; charset=utf-8' },
    { sent: 'application/json; charset=utf-8', accept: '*/*', gets: 'application/json; charset=utf-8' },
    { sent: V2, accept: V2, gets: V2_ANSWER },
    { sent: 'application/json', accept: `${V2}, application/json;q=0.5`, gets: V2_ANSWER },
    { sent: V2, accept: 'application/json', gets: 'application/json; charset=utf-8' },
    { sent: 'APPLICATION/JSON', accept: 'text/html', gets: 'application/json; charset=utf-8' },
  ])('sent as $sent, accepting $accept: $gets', async ({ sent, accept, gets }) => {
    const { service, good } = await openLab();
    const headers = { 'content-type': sent, ...(accept !== undefined && { accept }) };
    const received = await exchange(service.origin, { headers, body: good.request() });
    expect(received.status).toBe(200);
    expect(received.headers['content-type']).toBe(gets);
  });

  test('of a refusal follows Accept too', async () => {
    const { service } = await openLab();
    const received = await exchange(service.origin, { path: '/nowhere', headers: { accept: V2 }, body: {} });
    expect(received.status).toBe(404);
    expect(received.headers['content-type']).toBe(V2_ANSWER);
  });
});

describe('callers', () => {
  const listen = {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticatedNetwork: false,
    allowedHosts: ['waybill.example', 'FD00:0:0:0:0:0:0:5'],
    allowedOrigins: ['https://app.example'],
  };

  test.for([
    { name: 'localhost', headers: { host: 'localhost' } },
    { name: 'IPv6 loopback with a port', headers: { host: '[::1]:8080' } },
    { name: 'a loopback name in upper case', headers: { host: 'LOCALHOST:1' } },
    { name: 'an allowed host', headers: { host: 'waybill.example' } },
    { name: 'an allowed host with a port', headers: { host: 'Waybill.example:443' } },
    { name: 'an allowed IPv6 address, as clients write it', headers: { host: '[fd00::5]:8080' } },
    { name: 'an allowed origin', headers: { origin: 'https://app.example' } },
    { name: 'our own origin', headers: { host: 'localhost:9', origin: 'http://localhost:9' } },
  ])('by $name are served', async ({ headers }) => {
    const { service, good } = await openLab({ listen });
    const received = await exchange(service.origin, { headers: { ...headers }, body: good.request() });
    expect(received.status).toBe(200);
  });

  test('of an allowed origin may read the answer, and are told so before they ask', async () => {
    const { service, good } = await openLab({ listen });
    const origin = 'https://app.example';
    const asked = await exchange(service.origin, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe(origin);
    const received = await exchange(service.origin, { headers: { origin }, body: good.request() });
    expect(received.headers['access-control-allow-origin']).toBe(origin);
    expect(received.headers['access-control-expose-headers']).toContain('X-Trace-Id');
  });

  test('of another origin get no permission to read, not even of the refusal', async () => {
    const { service, good } = await openLab({ listen });
    for (const method of ['OPTIONS', 'POST']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const received = await exchange(service.origin, {
        method,
        headers,
        ...(method === 'POST' && { body: good.request() }),
      });
      expect(received.status).toBe(403);
      expect(received.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('that only ask whether the service lives need no name that it knows', async () => {
    const { service } = await openLab();
    for (const path of ['/livez', '/readyz']) {
      const received = await exchange(service.origin, { method: 'GET', path, headers: { host: '10.1.2.3:80' } });
      expect(received.status).toBe(200);
      expect(JSON.parse(received.text)).toMatchObject({ status: 'healthy' });
    }
    const metrics = await exchange(service.origin, { method: 'GET', path: '/metrics', headers: { host: '10.1.2.3' } });
    expect(metrics.status).toBe(403);
  });
});
