import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Serving } from '../../src/serving.ts';
import { apiKey, apiKeys, bearer, keyOf } from '../auth/auth-settings.ts';
import { jwtOf, openIssuer } from '../auth/open-issuer.ts';
import { openTestService } from '../open-test-service.ts';
import { connect } from './connect.ts';
import { ENVELOPE } from './post-message.ts';
import { anIntent, SHELF_TARGET, Shelf } from './shelf.ts';

async function listen(shelf: Shelf) {
  const service = await openTestService({ targets: [SHELF_TARGET] }, { kinds: shelf.kinds });
  const client = await connect(service.origin);
  let told = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    told += 1;
  });
  await client.listen({ toolsListChanged: true });
  return { service, told: () => told };
}

test('whoever listens is told when the list of tools has become another, and only then', async () => {
  const shelf = new Shelf([anIntent('shelf.one')], { isLate: true });
  const { service, told } = await listen(shelf);
  shelf.put([anIntent('shelf.one')]);
  await service.reload(service.settings);
  shelf.put([anIntent('shelf.one'), anIntent('shelf.two')]);
  await expect.poll(told, { timeout: 10_000 }).toBe(1);
  await delay(200); // to see that nothing more comes
  expect(told()).toBe(1);
});

test('a service that ends lets calls finish, and ends the streams of those who listen', async () => {
  const shelf = new Shelf([anIntent('shelf.slow')]);
  shelf.act = async () => {
    await delay(1500);
    return { effect: 'applied', result: 'done' };
  };
  const { service } = await listen(shelf);
  const client = await connect(service.origin);
  const called = client.callTool({ name: 'shelf_slow' });
  await expect.poll(() => shelf.calls.length, { timeout: 10_000 }).toBe(1);
  const closed = service.close();
  expect((await called).structuredContent).toMatchObject({ outcome: { status: 'fulfilled', result: 'done' } });
  await closed; // which would take limits.shutdownMs were a stream still open
});

test('a stream ends once the token of who listens has expired', async () => {
  const issuer = await openIssuer();
  onTestFinished(issuer.close);
  const { origin } = await openTestService(jwtOf(issuer));
  const exp = Math.floor(Date.now() / 1000) + 4;
  const { ended } = await listenAs(origin, await issuer.token({ claims: { exp } }));
  await ended;
  expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
});

test('a stream ends once a reload knows the key of who listens no more', async () => {
  const service = await openTestService(apiKeys(apiKey('reader'), apiKey('other')));
  const { ended } = await listenAs(service.origin, keyOf('reader'));
  const { ended: stays } = await listenAs(service.origin, keyOf('other'));
  await service.reload({ ...service.settings, ...apiKeys(apiKey('other')) });
  await ended;
  expect(await Promise.race([stays.then(() => 'ended'), delay(200, 'open')])).toBe('open');
});

test.for([
  { name: 'an empty wish', notifications: {} },
  { name: 'a wish that is none', notifications: 'all' },
])('a stream that ends by itself leaves nothing behind: $name', async ({ notifications }) => {
  const { origin } = await openTestService();
  const watching = countWatchers();
  const response = await postListen(origin, notifications);
  await response.text();
  await expect.poll(() => watching).toMatchObject({ now: 0, ever: 1 });
});

/** Of who serves, from now on. */
function countWatchers(): { now: number; ever: number } {
  const watching = { now: 0, ever: 0 };
  const { onSwap } = Serving.prototype;
  vi.spyOn(Serving.prototype, 'onSwap').mockImplementation(function (this: Serving, listener) {
    const stop = onSwap.call(this, listener);
    watching.now += 1;
    watching.ever += 1;
    return () => {
      watching.now -= 1;
      return stop();
    };
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return watching;
}

interface Listening {
  readonly ended: Promise<unknown>;
}

/** Once its stream is open. */
async function listenAs(origin: string, token: string): Promise<Listening> {
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const response = await postListen(origin, { toolsListChanged: true }, bearer(token), left.signal);
  expect(response.status).toBe(200);
  return { ended: response.text().catch(() => 'it was cut off') };
}

function postListen(
  origin: string,
  notifications: unknown,
  credentials: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
      ...credentials,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications, _meta: ENVELOPE },
    }),
    signal,
  });
}
