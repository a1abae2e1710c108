import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { openSealer } from '../../src/core/sealer.ts';
import { until } from '../http/until.ts';
import { type HostileSettings, openHostile } from './open-hostile.ts';

/** A module that answers with what an expression over its host comes to. */
const ASKING = `
const INTENT = {
  key: 'odd.ask', title: 'Ask', description: 'Asks its host.', effect: 'read', actions: ['act'], requires: [],
  payload: { type: 'object' }, result: {}, example: { payload: {}, resources: [] },
};
const describe = (error) => ({
  name: error.name, message: error.message, code: error.code ?? error.cause?.code ?? null, reason: error.refusal?.reason ?? null,
});
export const adapterKind = {
  options: {},
  open: async (_options, host) => ({
    intents: [INTENT],
    resourceTypes: [],
    probe: () => ({ state: 'on' }),
    execute: async (call) => {
      const work = new Function('host', 'call', 'return (async () => ' + call.payload.work + ')()');
      try {
        return { effect: 'none', result: (await work(host, call)) ?? null };
      } catch (error) {
        return { effect: 'none', result: describe(error) };
      }
    },
    health: () => ({ status: 'healthy' }),
    close: async () => {},
  }),
};
`;

async function openAsking({ settings, ...more }: HostileSettings = {}) {
  const hostile = await openHostile({ files: { 'hostile.mjs': ASKING }, settings: { ...settings }, ...more });
  const ask = async (work: string, payload: JsonObject = {}, timeoutMs = 20_000) =>
    (await hostile.act({ work, ...payload }, 'odd.ask', { timeoutMs })).outcome.result;
  return { ...hostile, ask };
}

test('what the host says of the target is the same in its thread', async () => {
  const { ask, origin, folder } = await openAsking();
  expect(await ask('[host.target, host.development, host.folder, host.ownOrigin()]')).toEqual([
    'odd',
    true,
    folder,
    origin,
  ]);
});

test('it is told the whole catalogue, at once', async () => {
  const { ask } = await openAsking();
  expect(await ask('host.catalogue().intents.map(({ key, targets }) => [key, targets])')).toEqual([
    ['system.echo', ['system']],
    ['system.sleep', ['system']],
    ['system.describe', ['system']],
    ['system.fail', ['system']],
    ['odd.ask', ['odd']],
  ]);
});

test('it is told which addresses are closed, at once', async () => {
  const { ask } = await openAsking();
  expect(await ask('[host.outbound.isPrivateHost("10.0.0.1"), host.outbound.isPrivateHost("1.1.1.1")]')).toEqual([
    true,
    false,
  ]);
  expect(await ask('host.outbound.isPrivateHost("shop.example") === undefined')).toBe(true);
  expect(await ask('host.outbound.refuse("http://169.254.169.254/")')).toMatchObject({ reason: 'private_address' });
  expect(await ask('host.outbound.refuse("https://shop.example/") === undefined')).toBe(true);
});

test('a look at closed names and a fetch of closed addresses fail as they do in the service', async () => {
  const { ask } = await openAsking();
  const lookup =
    'new Promise((done, fail) => host.outbound.lookup("localhost", {}, (error) => error ? fail(error) : done(1)))';
  expect(await ask(lookup)).toMatchObject({ reason: 'private_address' });
  expect(await ask('host.outbound.fetch("http://127.0.0.1:1/")')).toMatchObject({ reason: 'private_address' });
  expect(await ask('host.outbound.fetch("file:///etc/passwd")')).toMatchObject({ reason: 'scheme' });
  expect(await ask('host.outbound.fetch("not an address")')).toMatchObject({ reason: 'unreadable' });
});

test('a name that is let in is looked up in either form', async () => {
  const { ask } = await openAsking({ settings: { outbound: { allow: ['localhost'] } } });
  const look = (wishes: string) =>
    `new Promise((done, fail) => host.outbound.lookup("localhost", ${wishes}, (error, ...found) => error ? fail(error) : done(found)))`;
  expect(await ask(look('{ family: 4 }'))).toEqual(['127.0.0.1', 4]);
  expect(await ask(look('{ family: 4, all: true }'))).toEqual([[{ address: '127.0.0.1', family: 4 }], null]);
});

test('what it seals only it can open, and what others sealed it can not', async () => {
  const { ask, settings } = await openAsking();
  const later = Date.now() + 60_000;
  const token = await ask(`host.sealer.seal("handle", { page: 7 }, ${later})`);
  expect(await ask('host.sealer.unseal("handle", call.payload.token)', { token: String(token) })).toEqual({ page: 7 });
  expect(await ask('host.sealer.unseal("other", call.payload.token)', { token: String(token) })).toBe(null);
  const sealer = openSealer(settings.secrets);
  const foreign = await sealer.seal('handle', { page: 8 }, later);
  expect(await ask('host.sealer.unseal("handle", call.payload.token)', { token: foreign })).toBe(null);
  expect(await sealer.unseal('handle', String(token))).toBe(undefined);
});

test('its log is part of the log of the service, under its target and without secrets', async () => {
  const hostile = await openAsking();
  await hostile.ask(
    'host.log.warn({ trace_id: "t", password: "hunter2", level: "fatal", target: "other" }, "it says")',
  );
  await until(() => hostile.said().includes('it says'));
  const line = hostile.log().find(({ msg }) => msg === 'it says');
  expect(line).toMatchObject({ level: 'warn', target: 'odd', trace_id: 't', password: '***' });
});

async function openUpstream() {
  const open = new Set<ServerResponse>();
  const server = createServer(async (incoming, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    if (incoming.url === '/endless') {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
      response.on('close', () => clearInterval(timer));
    } else if (incoming.url === '/moved') response.writeHead(302, { location: '/echo' }).end();
    else if (incoming.url === '/empty') response.writeHead(204).end();
    else {
      const body = await text(incoming);
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(JSON.stringify({ method: incoming.method, header: incoming.headers['x-own'] ?? null, body }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo; // `as`: it listens on TCP
  return { origin: `http://127.0.0.1:${port}`, open, close };
}

const LOOPBACK: HostileSettings = { settings: { outbound: { allow: ['127.0.0.1'] } } };

test('it fetches through the guard of the service, in every form that a request may have', async () => {
  const upstream = await openUpstream();
  const { ask } = await openAsking(LOOPBACK);
  const fetched = (path: string, request: string, then: string) =>
    ask(`host.outbound.fetch(${JSON.stringify(upstream.origin + path)}, ${request}).then(${then})`);
  const json = '(response) => response.json()';
  expect(await fetched('/echo', '{ method: "POST", body: "text", headers: { "x-own": "1" } }', json)).toEqual({
    method: 'POST',
    header: '1',
    body: 'text',
  });
  expect(await fetched('/echo', '{ method: "POST", body: new Uint8Array([104, 105]) }', json)).toMatchObject({
    body: 'hi',
  });
  expect(
    await fetched('/echo', '{}', '(response) => [response.url, response.redirected, response.headers.getSetCookie()]'),
  ).toEqual([`${upstream.origin}/echo`, false, ['a=1', 'b=2']]);
  expect(await fetched('/moved', '{}', '(response) => [response.status, response.headers.get("location")]')).toEqual([
    302,
    '/echo',
  ]);
  expect(await fetched('/moved', '{ redirect: "follow" }', '(response) => response.redirected')).toBe(true);
  expect(await fetched('/empty', '{}', 'async (response) => [response.status, await response.text()]')).toEqual([
    204,
    '',
  ]);
  expect(await fetched('/echo', '{ method: "POST", body: new Blob([]) }', json)).toMatchObject({ name: 'TypeError' });
  upstream.close();
  expect(await fetched('/echo', '{}', json)).toMatchObject({ name: 'TypeError', code: 'ECONNREFUSED' });
});

test('an answer without end is read as far as it is asked for, and is over when its reader stops', async () => {
  const upstream = await openUpstream();
  const { ask } = await openAsking(LOOPBACK);
  const address = JSON.stringify(`${upstream.origin}/endless`);
  const first = `host.outbound.fetch(${address}).then(async ({ body }) => { for await (const piece of body) return piece.length > 0; })`;
  expect(await ask(first)).toBe(true);
  await until(() => upstream.open.size === 0);
  const aborted = `host.outbound.fetch(${address}, { signal: AbortSignal.timeout(200) }).then((response) => response.text())`;
  expect(await ask(aborted)).toMatchObject({ name: 'TimeoutError' });
  await until(() => upstream.open.size === 0);
});

test('what it has open outside is closed when its thread ends', async () => {
  const upstream = await openUpstream();
  const { ask } = await openAsking(LOOPBACK);
  const address = JSON.stringify(`${upstream.origin}/endless`);
  await ask(`host.outbound.fetch(${address}).then((response) => { globalThis.kept = response; return 1; })`);
  expect(upstream.open.size).toBe(1);
  await ask('process.exit(1)');
  await until(() => upstream.open.size === 0);
});

test('so much may be open at once, and no more', async () => {
  const upstream = await openUpstream();
  const { ask } = await openAsking(LOOPBACK);
  const address = JSON.stringify(`${upstream.origin}/echo`);
  const many = `(await Promise.allSettled(Array.from({ length: 300 }, () => host.outbound.fetch(${address})))).filter(({ reason }) => reason).map(({ reason }) => reason.message)`;
  expect(await ask(many)).toEqual(new Array(44).fill('More than 256 questions to the service at once'));
});
