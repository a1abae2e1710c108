import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { connect } from './connect.ts';
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
