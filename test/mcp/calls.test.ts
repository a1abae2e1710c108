import Type from 'typebox';
import { expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { connect } from './connect.ts';
import { postMessage } from './post-message.ts';
import { anIntent, SHELF_TARGET, Shelf } from './shelf.ts';

const open = (shelf: Shelf, changes = {}) =>
  openTestService({ targets: [SHELF_TARGET], ...changes }, { kinds: shelf.kinds });
const resultOf = (text: string) => JSON.parse(text).result;

test('what was done is told in a few lines for the model, and whole as structured content', async () => {
  const { origin } = await open(new Shelf([anIntent('shelf.put')]));
  const { text, headers } = await postMessage(origin, { method: 'tools/call', params: { name: 'shelf_put' } });
  const { content, structuredContent, isError } = resultOf(text);
  expect(isError).toBe(false);
  expect(structuredContent.trace_id).toBe(headers['x-trace-id']);
  expect(content).toHaveLength(1);
  expect(content[0].text.split('\n')).toEqual([
    'shelf_put: fulfilled.',
    'It was done.',
    'Result: {}',
    `Next step of this flow: waybill.context.id = ${structuredContent.context.next_id}`,
  ]);
});

test('arguments that do not fit are a result that says what is wrong with each, and nothing is done', async () => {
  const shelf = new Shelf([anIntent('shelf.put', { payload: Type.Object({ weight: Type.Integer({ minimum: 1 }) }) })]);
  const { origin } = await open(shelf);
  const params = { name: 'shelf_put', arguments: { weight: 0 } };
  const { isError, content, structuredContent } = resultOf(
    (await postMessage(origin, { method: 'tools/call', params })).text,
  );
  expect(isError).toBe(true);
  expect(structuredContent.outcome).toMatchObject({ status: 'rejected', error: { code: 'payload_invalid' } });
  expect(content[0].text).toContain('Nothing was changed.');
  expect(content[0].text).toContain('/payload/weight');
  expect(shelf.calls).toEqual([]);
});

test('the argument waybill is checked as well', async () => {
  const { origin } = await open(new Shelf([anIntent('shelf.put')]));
  const params = { name: 'shelf_put', arguments: { waybill: { contxt: {} } } };
  const { isError, structuredContent } = resultOf((await postMessage(origin, { method: 'tools/call', params })).text);
  expect(isError).toBe(true);
  expect(structuredContent.outcome.error.code).toBe('invalid_request');
});

test.for([
  { name: 'the argument waybill', nonce: { context: { nonce: 'n-1' } }, headers: {} },
  { name: 'the header Idempotency-Key', nonce: {}, headers: { 'idempotency-key': 'n-1' } },
])('a call with a nonce in $name is done once, and its answer given again', async ({ nonce, headers }) => {
  const shelf = new Shelf([anIntent('shelf.put')]);
  const { origin } = await open(shelf);
  const params = { name: 'shelf_put', arguments: { waybill: nonce } };
  const call = async () => resultOf((await postMessage(origin, { method: 'tools/call', params, headers })).text);
  const first = await call();
  const second = await call();
  expect(shelf.calls).toHaveLength(1);
  expect(second.structuredContent).toEqual({ replayed: true, ...first.structuredContent });
  expect(second.content[0].text).toContain('not done again');
});

test('the trace of a message outdoes that of its HTTP request', async () => {
  const shelf = new Shelf([anIntent('shelf.put')]);
  const { origin } = await open(shelf);
  const [inMeta, inHeader] = ['a', 'b'].map((digit) => `00-${digit.repeat(32)}-${'1'.repeat(16)}-01`);
  const received = await postMessage(origin, {
    method: 'tools/call',
    params: { name: 'shelf_put' },
    meta: { traceparent: inMeta },
    headers: { traceparent: inHeader ?? '' },
  });
  expect(received.headers['x-trace-id']).toBe('a'.repeat(32));
  expect(resultOf(received.text).structuredContent.trace_id).toBe('a'.repeat(32));
  expect(shelf.calls[0]?.traceparent).toContain('a'.repeat(32));
});

test('a bug in an adapter is told by an error id alone', async () => {
  const shelf = new Shelf([anIntent('shelf.put')]);
  shelf.act = () => {
    throw new Error('the password is hunter2');
  };
  const { origin } = await open(shelf);
  const { text } = await postMessage(origin, { method: 'tools/call', params: { name: 'shelf_put' } });
  expect(text).not.toContain('hunter2');
  expect(resultOf(text)).toMatchObject({ isError: true, structuredContent: { outcome: { effect: 'unknown' } } });
});

test('progress rises with each notice, whatever the adapter says', async () => {
  const shelf = new Shelf([anIntent('shelf.put')]);
  shelf.act = (call) => {
    for (const fraction of [0, 0.5, 0.2, undefined, 0.9, 1, 1]) {
      call.progress({ message: 'on its way', ...(fraction !== undefined && { fraction }) });
    }
    return { effect: 'applied' };
  };
  const client = await connect((await open(shelf)).origin);
  const told: number[] = [];
  await client.callTool({ name: 'shelf_put' }, { onprogress: ({ progress }) => told.push(progress) });
  expect(told).toHaveLength(7);
  expect(told.every((progress, at) => at === 0 || progress > (told[at - 1] ?? 0))).toBe(true);
  expect(told[0]).toBe(0);
});

test.for([
  { effect: 'read', outcome: 'is stopped' },
  { effect: 'unsafe', outcome: 'runs to its end' },
] as const)('the act of a client that closes its stream $outcome where it is $effect', async ({ effect, outcome }) => {
  const shelf = new Shelf([anIntent('shelf.put', { effect })]);
  const ended = new Promise<string>((resolve) => {
    shelf.act = async ({ signal }) => {
      const aborted = new Promise<string>((stop) => signal.addEventListener('abort', () => stop('is stopped')));
      const done = new Promise<string>((end) => setTimeout(() => end('runs to its end'), 1500));
      resolve(Promise.race([aborted, done]));
      await Promise.race([aborted, done]);
      return { effect: 'none' };
    };
  });
  const client = await connect((await open(shelf)).origin);
  const leave = new AbortController();
  const left = client.callTool({ name: 'shelf_put' }, { signal: leave.signal }).catch(() => undefined);
  await expect.poll(() => shelf.calls.length, { timeout: 10_000 }).toBe(1);
  leave.abort();
  expect(await ended).toBe(outcome);
  await left;
});
