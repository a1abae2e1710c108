import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { readAnswer } from '../http/read-answer.ts';
import { openTestService, testSettings } from '../open-test-service.ts';

const POLLING = { endpoint: '/mcp/polling', protocol: 'http-long-polling' };

describe('GET /mcp', () => {
  test('tells a client the address of the WebSocket, and following it works', async () => {
    const service = await openTestService();
    const received = await exchange(service.origin, { method: 'GET', path: '/mcp' });
    expect(received.status).toBe(200);
    expect(received.headers).toMatchObject({ vary: 'User-Agent', 'cache-control': 'no-store' });
    const { endpoint, protocol } = JSON.parse(received.text);
    expect({ endpoint, protocol }).toEqual({
      endpoint: `${service.origin.replace('http', 'ws')}/mcp`,
      protocol: 'websocket',
    });
    const webSocket = new WebSocket(endpoint);
    const text = await new Promise((resolve, reject) => {
      webSocket.onopen = () => webSocket.send(JSON.stringify({ id: 1, request: goodRequest(service.settings) }));
      webSocket.onmessage = ({ data }) => resolve(data);
      webSocket.onerror = reject;
    }).finally(() => webSocket.close());
    expect(JSON.parse(String(text))).toMatchObject({ id: 1, answer: { outcome: { status: 'fulfilled' } } });
  });

  test.for([
    ['ThsDesktop', true],
    ['Mozilla/5.0 thsdesktop/9.20 Chrome/80.0', true],
    ['Mozilla/5.0 Chrome/156.0', false],
    ['', false],
  ] as const)('sends the user agent "%s" to long polling: %s', async ([userAgent, isSent]) => {
    const service = await openTestService();
    const { text } = await exchange(service.origin, {
      method: 'GET',
      path: '/mcp',
      headers: { 'user-agent': userAgent },
    });
    expect(JSON.parse(text).protocol).toBe(isSent ? POLLING.protocol : 'websocket');
    if (isSent) expect(JSON.parse(text)).toEqual(POLLING);
  });

  test('sends those user agents that the configuration names', async () => {
    const service = await openTestService({ polling: { ...testSettings().polling, userAgents: ['OldBox', 'Kiosk'] } });
    const ask = async (userAgent: string) =>
      JSON.parse(
        (await exchange(service.origin, { method: 'GET', path: '/mcp', headers: { 'user-agent': userAgent } })).text,
      );
    expect(await ask('x oldbox/1')).toEqual(POLLING);
    expect(await ask('KIOSK')).toEqual(POLLING);
    expect((await ask('ThsDesktop')).protocol).toBe('websocket');
  });

  test.for([
    ['https', 'wss'],
    ['HTTPS, http', 'wss'],
    ['http', 'ws'],
    ['javascript', 'ws'],
  ] as const)('behind a gateway that says X-Forwarded-Proto: %s names a %s address', async ([proto, scheme]) => {
    const service = await openTestService({ listen: { ...testSettings().listen, allowedHosts: ['api.example'] } });
    const headers = { host: 'api.example', 'x-forwarded-proto': proto };
    const { text } = await exchange(service.origin, { method: 'GET', path: '/mcp', headers });
    expect(JSON.parse(text).endpoint).toBe(`${scheme}://api.example/mcp`);
  });

  test.for([
    { accept: 'text/event-stream' },
    { accept: 'application/json, text/event-stream' },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-session-id': 'x' },
  ])('with %j opens no stream: 405', async (headers) => {
    const service = await openTestService();
    for (const method of ['GET', 'HEAD']) {
      const received = await exchange(service.origin, { method, path: '/mcp', headers });
      expect([received.status, received.headers.allow]).toEqual([405, 'POST']);
      if (method === 'GET') expect(readAnswer(received).outcome.error?.code).toBe('method_not_allowed');
    }
  });

  test('is the only one beside POST: DELETE is told so, HEAD is GET without a body', async () => {
    const service = await openTestService();
    const deleted = await exchange(service.origin, { method: 'DELETE', path: '/mcp' });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, 'POST, GET, HEAD']);
    const headed = await exchange(service.origin, { method: 'HEAD', path: '/mcp' });
    expect([headed.status, headed.text, headed.headers.vary]).toEqual([200, '', 'User-Agent']);
  });
});
