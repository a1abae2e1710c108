import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { until } from '../http/until.ts';
import { HOSTILE_MODULE } from './hostile-module.ts';
import { type HostileSettings, openHostile } from './open-hostile.ts';

const PATIENCE_MS = 20_000;
const opens = (way: string): HostileSettings => ({ target: { open_ms: 1000, options: { opens: way } } });
const declares = (declared: object): HostileSettings => ({
  target: { options: { declares: JSON.parse(JSON.stringify(declared)) } },
});
const text = (module: string): HostileSettings => ({ files: { 'hostile.mjs': module } });

const INTENT = {
  key: 'odd.one',
  title: 'One',
  description: 'One.',
  effect: 'read',
  actions: ['act'],
  requires: [],
  payload: { type: 'object' },
  result: {},
  example: { payload: {}, resources: [] },
};

interface Row {
  readonly because: string;
  readonly settings: HostileSettings;
  readonly detail: RegExp;
}

const ROWS: readonly Row[] = [
  { because: 'there is no such file', settings: { module: './nowhere.mjs' }, detail: /^the module does not load$/ },
  { because: 'there is no such package', settings: { module: 'nowhere-to-be-found' }, detail: /does not load/ },
  { because: 'it can not be read', settings: text('export const = 1'), detail: /does not load/ },
  { because: 'it throws as it loads', settings: text('throw new Error("hunter2")'), detail: /does not load/ },
  { because: 'it exits as it loads', settings: text('process.exit(0)'), detail: /ended itself, with exit code 0/ },
  {
    because: 'it loops as it loads',
    settings: { files: { 'hostile.mjs': 'for (;;);' }, target: { open_ms: 1000 } },
    detail: /did not open within 1000 ms/,
  },
  {
    because: 'it never loads',
    settings: { files: { 'hostile.mjs': 'await new Promise(() => {})' }, target: { open_ms: 1000 } },
    detail: /did not open within 1000 ms|ended itself/,
  },
  { because: 'it exports nothing', settings: text('export {}'), detail: /exports no adapterKind/ },
  {
    because: 'it exports something else',
    settings: text('export const adapterKind = { open: 1, options: {} }'),
    detail: /exports no adapterKind with a schema `options` and a function `open`/,
  },
  {
    because: 'the schema of its options is none',
    settings: text('export const adapterKind = { options: { type: "thing" }, open: () => {} }'),
    detail: /schema or the check of its options broke/,
  },
  {
    because: 'its options do not fit',
    settings: { target: { options: { opend: 'well' } } },
    detail: /^its options are wrong: options must NOT have additional properties \(opend\)$/,
  },
  { because: 'it throws as it opens', settings: opens('throw'), detail: /^it broke while it opened$/ },
  { because: 'it hangs as it opens', settings: opens('hang'), detail: /did not open within 1000 ms/ },
  { because: 'it loops as it opens', settings: opens('loop'), detail: /did not open within 1000 ms/ },
  { because: 'it exits as it opens', settings: opens('exit'), detail: /exit code 3/ },
  { because: 'it opens nothing', settings: opens('nothing'), detail: /is no adapter: it needs the functions probe, / },
  { because: 'it lacks a function', settings: declares({ probe: 1 }), detail: /is no adapter/ },
  { because: 'its intents are no list', settings: declares({ intents: 1 }), detail: /wrong: \/intents must be array/ },
  {
    because: 'an intent of its has no effect',
    settings: declares({ intents: [{ ...INTENT, effect: 'some' }] }),
    detail: /\/intents\/0\/effect must be equal to one of the allowed values: read, idempotent, unsafe/,
  },
  {
    because: 'an intent of its is one of system',
    settings: declares({ intents: [{ ...INTENT, key: 'system.echo' }] }),
    detail: /\/intents\/0\/key must match pattern/,
  },
  { because: 'it has an intent twice', settings: declares({ intents: [INTENT, INTENT] }), detail: /has odd.one twice/ },
  {
    because: 'a schema of its is none',
    settings: declares({ intents: [{ ...INTENT, payload: { type: 'thing' } }] }),
    detail: /the payload of odd.one is no schema that can be used/,
  },
  {
    because: 'a schema of its leads nowhere',
    settings: declares({ intents: [{ ...INTENT, result: { $ref: 'https://nowhere.example/s' } }] }),
    detail: /the result of odd.one is no schema/,
  },
  {
    because: 'a schema of its is asynchronous',
    settings: declares({ intents: [{ ...INTENT, payload: { $async: true, type: 'object' } }] }),
    detail: /it has \$async/,
  },
  {
    because: 'a schema of its has a name for everyone',
    settings: declares({ intents: [{ ...INTENT, payload: { $id: 'https://x.example/s', type: 'object' } }] }),
    detail: /it has \$id/,
  },
  {
    because: 'its example does not fit',
    settings: declares({ intents: [{ ...INTENT, payload: { type: 'object', required: ['a'] } }] }),
    detail: /the example of odd.one does not fit its payload/,
  },
  {
    because: 'a resource type of its has no states',
    settings: declares({
      resourceTypes: [{ type: 'x', description: 'x', states: [], identifier: 'x', cacheable: false }],
    }),
    detail: /\/resourceTypes\/0\/states must NOT have fewer than 1 items/,
  },
  {
    because: 'its outages are unknown',
    settings: declares({ outages: ['rain'] }),
    detail: /\/outages\/0 must be equal/,
  },
];

describe('a module can not be opened because', () => {
  test.for(ROWS)(
    '$because: the service serves, and says so of the target',
    async ({ settings, detail }, { expect }) => {
      const hostile = await openHostile(settings);
      expect(await hostile.echoes()).toBe(true);
      // It may just be trying again.
      await until(async () => detail.test(String((await hostile.health()).detail)));
      expect(await hostile.health()).toMatchObject({ status: 'unhealthy' });
      const { status, headers, outcome } = await hostile.act({}, 'odd.read');
      expect(status).toBe(503);
      expect(headers['retry-after']).toBeDefined();
      expect(outcome).toMatchObject({
        status: 'rejected',
        effect: 'none',
        error: { code: 'adapter_unavailable', field: 'intent', message: 'The module of the target odd is not open' },
      });
      const said = hostile.log().filter(({ target, level }) => target === 'odd' && level === 'warn');
      expect(said[0]).toMatchObject({ msg: 'the module is not open; it is opened again', module: expect.any(String) });
      expect(JSON.stringify(said[0]?.reason)).toMatch(/./);
    },
  );
});

test('a reason that stays the same is said once, however often it is tried', async () => {
  const hostile = await openHostile({ module: './nowhere.mjs' });
  await new Promise((resolve) => {
    setTimeout(resolve, 1000); // it is tried after 100, 300 and 700 ms
  });
  expect(hostile.said()).toEqual(['the module is not open; it is opened again']);
});

test('a module that comes later is opened, and its intents are on offer without a reload', async () => {
  const hostile = await openHostile({ files: {} });
  expect((await hostile.act({}, 'odd.read')).status).toBe(503);
  writeFileSync(join(hostile.folder, 'hostile.mjs'), HOSTILE_MODULE);
  await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled', PATIENCE_MS);
  expect((await hostile.act({}, 'odd.nothing')).outcome.error).toMatchObject({ code: 'no_route' });
  expect(await hostile.health()).toEqual({ status: 'healthy' });
});

test('routes to a module that is not open yet are kept, and hold once it is', async () => {
  const route = { type: 'odd', target: 'odd', timeoutMs: 4000 };
  const hostile = await openHostile({ files: {}, settings: { routes: [route] } });
  expect((await hostile.act({}, 'odd.read')).outcome.error).toMatchObject({ code: 'adapter_unavailable' });
  expect((await hostile.act({}, 'other.read')).outcome.error).toMatchObject({ code: 'no_route' });
  writeFileSync(join(hostile.folder, 'hostile.mjs'), HOSTILE_MODULE);
  await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled', PATIENCE_MS);
});

test('a module that offers something else once it was opened again is taken at its word', async () => {
  const hostile = await openHostile();
  writeFileSync(join(hostile.folder, 'hostile.mjs'), HOSTILE_MODULE.replaceAll("'odd.read'", "'odd.look'"));
  await hostile.act({ deed: 'exit' });
  await until(async () => (await hostile.act({}, 'odd.look')).outcome.status === 'fulfilled', PATIENCE_MS);
  expect((await hostile.act({}, 'odd.read')).outcome.error).toMatchObject({ code: 'no_route' });
});

test('one that comes back with what goes together with nothing else is refused, and all stays as it was', async () => {
  const route = { type: 'odd', subType: 'read', target: 'odd', timeoutMs: 4000 };
  const hostile = await openHostile({ settings: { routes: [route] } });
  writeFileSync(join(hostile.folder, 'hostile.mjs'), HOSTILE_MODULE.replaceAll("'odd.read'", "'odd.look'"));
  await hostile.act({ deed: 'exit' }, 'odd.read');
  await until(() => hostile.log().some(({ msg }) => String(msg).startsWith('what a target offers now can not be')));
  expect((await hostile.act({}, 'odd.read')).outcome.error).toMatchObject({
    code: 'adapter_unavailable',
    message: 'The target odd no longer offers odd.read',
  });
  expect(await hostile.echoes()).toBe(true);
});

test.for(['redeclare', 'redeclare slowly'])(
  'a module that says all the time that it offers something else is taken up once in a while (%s)',
  async (deed) => {
    const hostile = await openHostile();
    expect((await hostile.act({ deed, times: 1000, as: 'title N' })).outcome.status).toBe('fulfilled');
    expect(await hostile.echoes()).toBe(true);
    const title = async (): Promise<unknown> => {
      const { text } = await exchange(hostile.origin, { path: '/openapi.json', method: 'GET' });
      return text.includes('title 999');
    };
    await until(async () => (await title()) === true, PATIENCE_MS);
  },
);

test('a package is found beside the configuration, as Node finds it, also one for import only', async () => {
  const packageJson = JSON.stringify({ name: '@team/odd', type: 'module', exports: { import: './odd.js' } });
  const folder = folderWith();
  const files = {
    'node_modules/@team/odd/package.json': packageJson,
    'node_modules/@team/odd/odd.js': HOSTILE_MODULE,
  };
  for (const [name, content] of Object.entries(files)) {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const hostile = await openHostile({ module: '@team/odd', settings: { folder } });
  expect((await hostile.act({}, 'odd.read')).outcome.status).toBe('fulfilled');
});

test('a module of the old kind may export its adapter, too', async () => {
  const commonjs = HOSTILE_MODULE.replace('export const adapterKind', 'exports.adapterKind').replaceAll(
    /^import \{ (.*) \} from (.*);$/gm,
    (_, names: string, from: string) => `const { ${names.replace(' as ', ': ')} } = require(${from});`,
  );
  const hostile = await openHostile({ files: { 'hostile.cjs': commonjs }, module: './hostile.cjs' });
  expect((await hostile.act({}, 'odd.read')).outcome.status).toBe('fulfilled');
});

test.for([
  { way: 'sick', detail: 'its health check broke' },
  { way: 'numb', detail: 'gave no sign within 1000 ms' },
])('a module whose health is $way is unhealthy, and acts all the same', async ({ way, detail }, { expect }) => {
  const hostile = await openHostile({ target: { options: { opens: way } } });
  expect(await hostile.health()).toEqual({ status: 'unhealthy', detail });
  expect((await hostile.act({}, 'odd.read')).outcome.status).toBe('fulfilled');
});

test('a module that does not let go is ended, with what runs in it', async () => {
  const hostile = await openHostile({ target: { options: { opens: 'clings' } } });
  const acting = hostile.act({ deed: 'wait', ms: 60_000 }, 'odd.act');
  await until(async () => (await hostile.act({}, 'odd.read')).outcome.status === 'fulfilled');
  await hostile.reload({ ...hostile.settings, targets: [] });
  expect((await hostile.act({}, 'odd.read')).outcome.error).toMatchObject({ code: 'no_route' });
  void acting.catch(() => undefined);
  await hostile.close();
});
