import { expect, test } from 'vitest';
import type { McpTargetOptions } from '../../adapters/mcp/mcp-options.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { openTestMcp, serverCommand } from './open-test-mcp.ts';
import { serveLegacyTools, serveTools } from './serve-tools.ts';

/** Each way to a server, of each era. */
const WAYS: Readonly<Record<string, { readonly era: string; readonly options: () => Promise<McpTargetOptions> }>> = {
  'a command': { era: 'modern', options: async () => serverCommand('stdio.mjs') },
  'a command of the legacy era': { era: 'legacy', options: async () => serverCommand('legacy-stdio.mjs') },
  'a command that ends at what comes before initialize': {
    era: 'legacy',
    options: async () => serverCommand('legacy-stdio.mjs', 'strict'),
  },
  'an address': { era: 'modern', options: async () => ({ url: (await serveTools()).url }) },
  'an address with sessions': { era: 'legacy', options: async () => ({ url: (await serveLegacyTools()).url }) },
};

test.for(Object.entries(WAYS))('the tools of a server behind %s are intents and can be called', async ([, way]) => {
  const { adapter, declared, act, lines } = await openTestMcp(await way.options());
  await declared();
  expect(lines.join()).toContain(`"era":"${way.era}"`);
  expect(adapter.health()).toEqual({ status: 'healthy' });
  expect(adapter.intents.map(({ key, effect }) => `${key} ${effect}`)).toEqual(
    expect.arrayContaining(['box.add unsafe', 'box.say read']),
  );
  const progress: unknown[] = [];
  const said = await act('say', { number: 7 }, { onProgress: (told) => progress.push(told) });
  expect(said).toEqual({
    effect: 'none',
    result: { content: [{ type: 'text', text: '7' }], structuredContent: { number: 7 } },
  });
  expect(progress).toEqual([{ fraction: 0.5, message: 'number 7', data: { progress: 1, total: 2 } }]);
  expect(await act('add', { number: 3 })).toMatchObject({ effect: 'applied', result: { content: [{ text: '3' }] } });
});

test.for(Object.entries(WAYS))('what goes wrong at a server behind %s is told with its effect', async ([, way]) => {
  const { declared, act } = await openTestMcp(await way.options());
  await declared();
  expect(await act('fail', { said: 'no such wall' })).toMatchObject({
    effect: 'unknown',
    result: { content: [{ type: 'text', text: 'no such wall' }] },
    failure: { kind: 'adapter_failed', message: 'The tool reports an error: no such wall' },
  });
  expect(await act('fail_read')).toMatchObject({ effect: 'none', failure: { kind: 'adapter_failed' } });
  expect(await act('odd')).toMatchObject({
    effect: 'applied',
    result: { structuredContent: { number: 'none' } },
    failure: { kind: 'adapter_misbehaved' },
  });
  expect(await act('protocol_error')).toMatchObject({
    effect: 'unknown',
    failure: { kind: 'adapter_failed', details: { protocol_error: { code: -32603 } } },
  });
  expect(await act('protocol_error', { code: -32602 })).toMatchObject({
    effect: 'none',
    failure: { kind: 'payload_invalid' },
  });
});

test.for(Object.entries(WAYS))('a call to a server behind %s that is cancelled is cancelled there', async ([, way]) => {
  const { declared, act } = await openTestMcp(await way.options());
  await declared();
  const stop = new AbortController();
  let isBegun = false;
  const onProgress = (): void => {
    isBegun = true;
  };
  const running = act('wait', {}, { signal: stop.signal, onProgress });
  await until(() => isBegun, 20_000);
  stop.abort();
  expect(await running).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
  await until(async () => {
    const { result } = await act('world');
    const world = isRecord(result) ? result.structuredContent : undefined;
    return isRecord(world) && world.aborted === 1;
  }, 10_000);
});

test('a server is told the trace, and of no client capabilities but those of the caller', async () => {
  const { declared, act } = await openTestMcp(serverCommand('stdio.mjs'));
  await declared();
  const asking = { capabilities: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } } };
  expect(await act('world', {}, { asking })).toMatchObject({
    result: {
      structuredContent: {
        meta: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
        envelope: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } },
      },
    },
  });
});

test('a capability that the server must have, and the caller lacks, is named in our own words', async () => {
  const { declared, act } = await openTestMcp(serverCommand('stdio.mjs'));
  await declared();
  const data = { requiredCapabilities: { sampling: {} } };
  expect(await act('protocol_error', { code: -32021, data })).toMatchObject({
    effect: 'none',
    failure: { kind: 'input_required', details: { required_capabilities: { sampling: {} } } },
  });
});

test('a list that changes is taken up, over each way', async () => {
  for (const { options } of Object.values(WAYS)) {
    const { adapter, declared, act } = await openTestMcp(await options());
    await declared();
    await act('change', { add: 'new_one' });
    await declared(({ intents }) => intents.some(({ key }) => key === 'box.new_one'));
    expect(adapter.intents.map(({ key }) => key)).toContain('box.new_one');
  }
});

test('a session that the server has forgotten is begun anew, and its call is not repeated by the adapter', async () => {
  const { url, world, forget, begun } = await serveLegacyTools();
  const { declared, act } = await openTestMcp({ url });
  await declared();
  await act('add', { number: 1 });
  const before = begun();
  forget();
  expect(await act('add', { number: 1 })).toMatchObject({
    effect: 'none',
    transient: true,
    failure: { kind: 'adapter_unavailable' },
  });
  await until(async () => (await act('add', { number: 1 })).failure === undefined, 10_000);
  expect(begun()).toBe(before + 1);
  expect(world.sum).toBe(2);
});

test('a call whose stream breaks off ends at once, and nobody says that nothing was done', async () => {
  const { url, close } = await serveTools();
  const { declared, act, adapter } = await openTestMcp({ url });
  await declared();
  let isBegun = false;
  const onProgress = (): void => {
    isBegun = true;
  };
  const running = act('wait', {}, { timeoutMs: 600_000, onProgress });
  await until(() => isBegun, 20_000);
  await close();
  expect(await running).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_unavailable' } });
  expect(await act('add', { number: 1 })).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
  expect(await adapter.health()).toMatchObject({ status: 'unhealthy' });
});
