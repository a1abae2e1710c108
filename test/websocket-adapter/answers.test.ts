import { expect, test } from 'vitest';
import type { Progress } from '../../contracts/progress.ts';
import { until } from '../http/until.ts';
import { openBridged } from './open-bridged.ts';
import type { Asked } from './serve-bridge.ts';

const echo = ({ id, params, reply }: Asked): void => reply({ id, result: { ...params, done: true } });

test('an intent is one message and its answer, and what it proves', async () => {
  const { act, bridge } = await openBridged(echo);
  expect(await act('bridge.act', { jump: 2 })).toEqual({
    effect: 'applied',
    result: { jump: 2, done: true },
    verification: {
      status: 'verified',
      post_condition: { condition: 'response.result.done == true' },
      side_effects: [],
    },
  });
  expect(bridge.asked).toMatchObject([{ method: 'act', params: { jump: 2 } }]);
  expect(await act('bridge.read', { jump: 3 })).toEqual({ effect: 'none', result: { jump: 3, done: true } });
});

test('a rule reads the failure of an answer, with the effect that it says', async () => {
  const { act } = await openBridged(({ id, params, reply }) => reply({ id, error: params }));
  expect(await act('bridge.act', { type: 'no', text: 'not now' })).toMatchObject({
    effect: 'none',
    failure: { kind: 'adapter_failed', message: 'No: not now' },
  });
  expect(await act('bridge.act', { type: 'other' })).toMatchObject({ effect: 'unknown' });
});

test('a post-condition that the answer denies is contradicted', async () => {
  const { act } = await openBridged(({ id, reply }) => reply({ id, result: { done: false } }));
  expect(await act('bridge.act')).toMatchObject({
    effect: 'applied',
    verification: { status: 'contradicted' },
    failure: { kind: 'postcondition_contradicted' },
  });
});

test('events of a request are its progress', async () => {
  const { act } = await openBridged(({ id, reply }) => {
    reply({ event: 'progress', of: id, part: 0.5, text: 'half' });
    reply({ event: 'progress', of: id, part: 7, text: 'token=abc123 left' });
    reply({ event: 'progress', of: id });
    reply({ event: 'progress', of: 'nobody', part: 0.9, text: 'not mine' });
    reply({ id, result: { done: true } });
  });
  const told: Progress[] = [];
  await act('bridge.act', {}, { onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { fraction: 0.5, message: 'half' },
    { fraction: 1, message: 'token=*** left' },
  ]);
});

test('the state of a resource is asked by a message', async () => {
  const { look, bridge } = await openBridged(({ id, params, reply }) => {
    if (params.name === 'Ghost') reply({ id, error: {} });
    else if (params.name === 'Odd') reply({ id, result: { state: 'asleep' } });
    else reply({ id, result: { state: 'dead', hint: 'revive it' } });
  });
  expect(await look('Player')).toEqual({ state: 'dead', details: { hint: 'revive it' } });
  expect(await look('Ghost')).toEqual({ state: 'absent', details: {} });
  expect(await look('Odd')).toMatchObject({ kind: 'adapter_misbehaved' });
  expect(bridge.asked.map(({ method, params }) => [method, params])).toEqual(
    ['Player', 'Ghost', 'Odd'].map((name) => ['look', { name }]),
  );
});

test('500 requests answered in shuffled order each get their own answer', async () => {
  const held: Asked[] = [];
  const { act } = await openBridged((asked) => held.push(asked));
  const acts = Array.from({ length: 500 }, (_, number) => act('bridge.act', { number }));
  await until(() => held.length === 500, 20_000);
  expect(new Set(held.map(({ id }) => id)).size).toBe(500);
  for (const asked of held.sort(() => Math.random() - 0.5)) echo(asked);
  const results = await Promise.all(acts);
  expect(results.map(({ result }) => result)).toEqual(results.map((_, number) => ({ number, done: true })));
});

test('an answer that is nested without end is dropped, and one with keys of the prototype comes without them', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const { act } = await openBridged(
    ({ id, reply }) => {
      reply(`{"id":"${id}","result":${deep}}`);
      reply(`{"id":"${id}","result":{"__proto__":{"a":1},"kept":1}}`);
    },
    { intents: { 'bridge.raw': { effect: 'unsafe', send: { id: '{{ request_id }}' } } } },
  );
  const { result } = await act('bridge.raw');
  expect(JSON.stringify(result)).toMatch(/"result":\{"kept":1\}\}$/);
});

test('a bridge that complains with the token it was sent is not quoted with it', async () => {
  const { act } = await openBridged(
    ({ id, reply }) => reply({ id, error: { type: 'no', text: 'abcdefgh is no token' } }),
    {
      bearer: 'abcdefgh',
    },
  );
  expect((await act('bridge.act')).failure?.message).toBe('No: *** is no token');
});
