import Type from 'typebox';
import { expect, test } from 'vitest';
import { openTestService, testSettings } from '../open-test-service.ts';
import { connect } from './connect.ts';
import { postMessage } from './post-message.ts';
import { anIntent, SHELF_TARGET, Shelf } from './shelf.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => anIntent(`shelf.do_${String(at).padStart(3, '0')}`));
const open = (shelf: Shelf, changes = {}) =>
  openTestService({ targets: [SHELF_TARGET], ...changes }, { kinds: shelf.kinds });
const namesOf = (text: string) => JSON.parse(text).result.tools.map(({ name }: { readonly name: string }) => name);

test('a long list comes in pages, in the order of its names, and the official client puts it together', async () => {
  const { origin } = await open(new Shelf(many(230)));
  const first = JSON.parse((await postMessage(origin, { method: 'tools/list' })).text).result;
  expect(first).toMatchObject({ ttlMs: 60_000, cacheScope: 'public', nextCursor: expect.any(String) });
  const client = await connect(origin);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name).filter((name) => name.startsWith('shelf_'));
  expect(names).toHaveLength(230);
  expect(names).toEqual([...names].sort());
});

test.for(['no cursor', 'YWZ0ZXI6Li4v', ''])(
  'a cursor that is none of ours (%s) is refused with -32602',
  async (cursor) => {
    const { origin, log } = await open(new Shelf(many(3)));
    const received = await postMessage(origin, { method: 'tools/list', params: { cursor } });
    expect(JSON.parse(received.text).error).toMatchObject({
      code: -32_602,
      message: 'The cursor is not one of this list',
    });
    expect(log().filter(({ msg }) => msg === 'request')).toMatchObject([
      { transport: 'mcp', failure: 'invalid_request' },
    ]);
  },
);

test('the query of the address narrows the list, and what may be called there', async () => {
  const shelf = new Shelf([anIntent('shelf.read', { effect: 'read' }), anIntent('shelf.write'), anIntent('desk.read')]);
  const { origin } = await open(shelf);
  const list = async (query: string) =>
    namesOf((await postMessage(origin, { method: 'tools/list', path: `/mcp?${query}` })).text);
  expect(await list('tools=shelf.*')).toEqual(['shelf_read', 'shelf_write']);
  expect(await list('tools=*_read,system_echo')).toEqual(['desk_read', 'shelf_read', 'system_echo']);
  const params = { name: 'shelf_write', arguments: {} };
  const called = await postMessage(origin, { method: 'tools/call', params, path: '/mcp?tools=desk.*' });
  expect(JSON.parse(called.text).error).toMatchObject({ code: -32_602, message: 'There is no tool "shelf_write"' });
  expect(shelf.calls).toEqual([]);
});

test('?domain= shows the tools of that context domain, in which calls without a context are', async () => {
  const route = { type: 'shelf', target: 'shelf', timeoutMs: 5000 };
  const routes = [
    { ...route, subType: 'read' },
    { ...route, subType: 'write', domain: 'login-*' },
  ];
  const shelf = new Shelf([anIntent('shelf.read'), anIntent('shelf.write')]);
  const { origin } = await open(shelf, { routes });
  const list = async (path: string) => namesOf((await postMessage(origin, { method: 'tools/list', path })).text);
  expect(await list('/mcp?domain=checkout&tools=shelf.*')).toEqual(['shelf_read']);
  const path = '/mcp?domain=login-flow&tools=shelf.*';
  expect(await list(path)).toEqual(['shelf_read', 'shelf_write']);
  const called = await postMessage(origin, { method: 'tools/call', params: { name: 'shelf_write' }, path });
  expect(JSON.parse(called.text).result.structuredContent.context.id).toMatch(/^login-flow-/);
});

test('a list above mcp.find_above can be searched by words, and says so at its head', async () => {
  const shelf = new Shelf([
    ...many(20),
    anIntent('orders.cancel', { title: 'Cancel an order', description: 'Stops an order before it is shipped.' }),
  ]);
  const mcp = { ...testSettings().mcp, findAbove: 20 };
  const client = await connect((await open(shelf, { mcp })).origin);
  const { tools } = await client.listTools();
  expect(tools[0]?.name).toBe('waybill_find_intent');
  const call = (query: string) => client.callTool({ name: 'waybill_find_intent', arguments: { query } });
  const { structuredContent } = await call('cancel the order');
  expect(structuredContent).toMatchObject({ tools: [{ name: 'orders_cancel', inputSchema: { type: 'object' } }] });
  expect((await call('zzz')).structuredContent).toEqual({ tools: [] });
  expect(await call('')).toMatchObject({ isError: true });
});

test('a short list has no tool that searches it', async () => {
  const client = await connect((await open(new Shelf(many(3)))).origin);
  const called = client.callTool({ name: 'waybill_find_intent', arguments: { query: 'x' } });
  await expect(called).rejects.toMatchObject({ code: -32_602 });
});

test('a target that does not know yet what it offers is named with the list, which nobody is to keep', async () => {
  const shelf = new Shelf([], { isLate: true });
  shelf.missing = 'the server behind shelf does not answer yet';
  const { origin } = await open(shelf);
  const list = async () => JSON.parse((await postMessage(origin, { method: 'tools/list' })).text).result;
  const degraded = { 'dev.waybill/degraded': [{ target: 'shelf', reason: shelf.missing }] };
  expect(await list()).toMatchObject({ ttlMs: 0, _meta: degraded });
  const client = await connect(origin);
  expect(client.getInstructions()).toContain('Not reached yet, so without their tools: shelf');
  shelf.put(many(1));
  const result = await list();
  expect(result.ttlMs).toBe(60_000);
  expect(result._meta).not.toHaveProperty(['dev.waybill/degraded']);
  expect(result.tools.map(({ name }: { readonly name: string }) => name)).toContain('shelf_do_000');
});

test('a tool that comes late and has the name of another is left out, with a warning, and takes nothing down', async () => {
  const shelf = new Shelf([], { isLate: true });
  const { origin, log } = await open(shelf);
  shelf.put([anIntent('system.echo', { title: 'Another echo' }), anIntent('system_echo'), anIntent('shelf.fine')]);
  const names = namesOf((await postMessage(origin, { method: 'tools/list' })).text);
  expect(names).toContain('shelf_fine');
  expect(names.filter((name: string) => name === 'system_echo')).toHaveLength(1);
  const params = { name: 'system_echo', arguments: { word: 'parcel' } };
  const called = JSON.parse((await postMessage(origin, { method: 'tools/call', params })).text).result;
  expect(called.structuredContent.outcome).toMatchObject({
    status: 'fulfilled',
    effect: 'none',
    result: { word: 'parcel' },
  });
  expect(shelf.calls).toEqual([]);
  expect(
    log()
      .filter(({ msg }) => msg === 'an intent is left out')
      .map(({ problem }) => problem),
  ).toEqual([
    expect.stringContaining('system.echo of the target shelf'),
    expect.stringContaining('would both be the tool system_echo'),
  ]);
});

test('an argument that is to come in a header too is refused where the two differ', async () => {
  const payload = Type.Object({ region: Type.String({ 'x-mcp-header': 'Region' }) });
  const shelf = new Shelf([anIntent('shelf.ship', { payload })]);
  const { origin } = await open(shelf);
  const ship = (headers: Readonly<Record<string, string>>) =>
    postMessage(origin, { method: 'tools/call', params: { name: 'shelf_ship', arguments: { region: 'eu' } }, headers });
  expect((await ship({ 'mcp-param-region': 'eu' })).status).toBe(200);
  expect(shelf.calls).toHaveLength(1);
  for (const headers of [{ 'mcp-param-region': 'us' }, {}]) {
    const received = await ship(headers);
    expect(received.status).toBe(400);
    expect(JSON.parse(received.text).error.code).toBe(-32_020);
  }
  expect(shelf.calls).toHaveLength(1);
});
