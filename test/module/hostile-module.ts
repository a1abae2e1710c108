/**
 * The module of an adapter that does what each payload says, and what its options say when it opens. It is well-behaved where
 * neither says anything.
 */
export const HOSTILE_MODULE = `
import { setTimeout as delay } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';

const declare = (key, effect, requires = []) => ({
  key,
  title: title ?? key,
  description: 'Does what its payload says.',
  effect,
  actions: ['act'],
  requires,
  payload: { type: 'object', additionalProperties: true },
  result: {},
  example: { payload: {}, resources: requires.map((type) => ({ type, identifier: 'left', state: 'on' })) },
});

let title;
let changed = () => {};
const leaked = [];
const seen = new WeakMap();

const DEEDS = {
  return: ({ value }) => value,
  throw: () => { throw new Error('the password is hunter2'); },
  'throw nothing': () => { throw null; },
  reject: async ({ ms = 10 }) => { await delay(ms); throw new Error('too late'); },
  'reject later': async () => {
    setTimeout(() => Promise.reject(new Error('nobody waits for this')), 5);
    await delay(60_000);
  },
  'throw in a timer': async () => {
    setTimeout(() => { throw new Error('in a timer'); }, 5);
    await delay(60_000);
  },
  'throw null in a timer': async () => {
    setTimeout(() => { throw null; }, 5);
    await delay(60_000);
  },
  exit: () => process.exit(7),
  loop: () => { for (;;); },
  'stand still': ({ seconds }) => { execFileSync('sleep', [String(seconds)]); return { effect: 'none' }; },
  deaf: () => new Promise(() => {}),
  fill: ({ letters }) => ({ effect: 'none', result: { text: 'x'.repeat(letters) } }),
  nest: ({ levels }) => {
    let value = [];
    for (let level = 1; level < levels; level += 1) value = [value];
    return { effect: 'none', result: value };
  },
  cycle: () => {
    const result = {};
    result.self = result;
    return { effect: 'none', result };
  },
  bigint: () => ({ effect: 'none', result: 1n }),
  functions: () => () => {},
  getter: () => ({ get effect() { throw new Error('a getter'); } }),
  proxy: () => new Proxy({}, { ownKeys: () => { throw new Error('a trap'); } }),
  thenable: () => ({ then: () => { throw new Error('no promise'); } }),
  prototype: () => JSON.parse('{"effect":"none","result":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"kept":1}}'),
  poison: () => {
    Object.prototype.polluted = 'yes';
    Object.prototype.toJSON = function () { return { effect: 'none', result: 'poisoned' }; };
    Array.prototype.push = () => { throw new Error('a poisoned array'); };
    return { effect: 'none' };
  },
  'fill memory': () => { for (;;) leaked.push(new Array(100_000).fill('x')); },
  'fill buffers': async () => {
    for (;;) {
      leaked.push(Buffer.alloc(8_000_000, 1));
      await delay(1);
    }
  },
  'leak handles': async ({ count }) => {
    for (let index = 0; index < count; index += 1) setInterval(() => {}, 1000);
    return { effect: 'none' };
  },
  'flood progress': async (_payload, call) => {
    for (let index = 0; index < 200_000; index += 1) call.progress({ message: 'x'.repeat(100) });
    return { effect: 'none' };
  },
  'tell nonsense': async (_payload, call) => {
    call.progress({ fraction: 7 });
    call.progress({ message: 'well' });
    return { effect: 'none' };
  },
  'tell afterwards': async (_payload, call) => {
    setTimeout(() => call.progress({ message: 'late' }), 20);
    return { effect: 'none' };
  },
  print: ({ lines = 1 }) => {
    for (let index = 0; index < lines; index += 1) console.log('printed line', index);
    console.error('printed password=hunter2');
    return { effect: 'none' };
  },
  'write to the line': async () => {
    const { workerData, parentPort } = await import('node:worker_threads');
    for (const message of [null, 1, {}, { type: 'answer' }, { type: 'answer', op: 'x', json: 1 }, { type: 'pong', externalBytes: 'x' }]) {
      workerData.port.postMessage(message);
      parentPort.postMessage(message);
    }
    workerData.port.postMessage({ type: 'ask', id: 1, name: 'fetch', args: undefined });
    workerData.port.postMessage({ type: 'ask', id: 2, name: 'seal', args: { purpose: 1, json: '{' } });
    workerData.port.postMessage({ type: 'log', level: 'info', json: '{', message: 'broken' });
    for (const name of ['refuse', 'isPrivateHost']) {
      workerData.port.postMessage({ type: 'askNow', id: 1, name, args: [{ toString: 1, valueOf: 1 }] });
      workerData.port.postMessage({ type: 'askNow', id: 1, name, args: 7 });
    }
    workerData.port.postMessage({ type: 'progress', op: 1, json: '{' });
    workerData.port.postMessage({ type: 'opened', json: '{' });
    await delay(50);
    return { effect: 'none' };
  },
  redeclare: ({ times, as }) => {
    for (let index = 0; index < times; index += 1) {
      title = as.replace('N', String(index));
      changed();
    }
    return { effect: 'none' };
  },
  'redeclare slowly': async ({ times, as }) => {
    for (let index = 0; index < times; index += 1) {
      title = as.replace('N', String(index));
      changed();
      await delay(1);
    }
    return { effect: 'none' };
  },
  'close the line': async () => {
    const { workerData } = await import('node:worker_threads');
    workerData.port.close();
  },
  environment: () => ({ effect: 'none', result: Object.keys(process.env).filter((name) => name.startsWith('WAYBILL_')) }),
  wait: async ({ ms }, call) => {
    try {
      await delay(ms, undefined, { signal: call.signal });
    } catch {
      return { effect: 'partial', failure: { kind: 'cancelled', message: 'stopped by its signal' } };
    }
    return { effect: 'none', result: { waited: ms, remaining: call.remainingMs() } };
  },
  same: (_payload, call) => ({ effect: 'none', result: { same: seen.get(call) === 'looked at' } }),
};

export const adapterKind = {
  kind: 'hostile',
  options: { type: 'object', properties: { opens: { type: 'string', default: 'well' }, declares: {} }, additionalProperties: false },
  open: async ({ opens, declares }, host) => {
    if (opens === 'throw') throw new Error('the opening password is hunter2');
    if (opens === 'hang') await new Promise(() => {});
    if (opens === 'loop') for (;;);
    if (opens === 'exit') process.exit(3);
    if (opens === 'nothing') return undefined;
    const offered = () => [declare('odd.read', 'read'), declare('odd.act', 'unsafe'), declare('odd.pull', 'unsafe', ['odd_lever'])];
    const adapter = {
      intents: offered(),
      watchDeclarations: (tell) => {
        changed = () => {
          opened.intents = offered();
          tell();
        };
      },
      resourceTypes: [
        { type: 'odd_lever', description: 'A lever.', states: ['on', 'off'], identifier: 'Any name.', cacheable: false },
      ],
      probe: (resource, call) => {
        seen.set(call, 'looked at');
        const { deed, value } = resource.metadata ?? {};
        return deed === undefined ? { state: resource.identifier === 'right' ? 'off' : 'on' } : DEEDS[deed]({ value }, call);
      },
      execute: (call) => {
        const { deed } = call.payload;
        return deed === undefined ? { effect: 'none', result: { principal: call.principal } } : DEEDS[deed](call.payload, call);
      },
      health: () => (opens === 'sick' ? DEEDS.throw() : opens === 'numb' ? new Promise(() => {}) : { status: 'healthy' }),
      close: async () => {
        if (opens === 'clings') await new Promise(() => {});
      },
    };
    const opened = { ...adapter, ...declares };
    return opened;
  },
};
`;
