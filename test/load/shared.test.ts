import { describe, expect, test } from 'vitest';
import { checkAnswer, firstId, isPassed } from '../../bench/load/shared/check-answer.ts';
import { isInOrder, readPolled } from '../../bench/load/shared/polling.ts';
import { echoRequest, mintRequest, sleepRequest } from '../../bench/load/shared/requests.ts';
import { STAGES, stageOf } from '../../bench/load/shared/stages.ts';
import { exchange } from '../http/exchange.ts';
import { openTestService } from '../open-test-service.ts';

const post = async (origin: string, path: string, body: object): Promise<unknown> =>
  JSON.parse((await exchange(origin, { path, body })).text);

describe('what k6 and the users in Node share, against a real service', () => {
  test('walks a flow from a minted id by the ids that the answers bring', async () => {
    const { origin } = await openTestService();
    const businessKey = 'user_1';
    let id = firstId(await post(origin, '/mcp/v2/contexts', mintRequest(businessKey)));
    for (let turn = 0; turn < 3; turn += 1) {
      const { request, expected } = echoRequest({ id: id ?? '', businessKey }, 1, turn);
      const { checks, nextId } = checkAnswer(await post(origin, '/mcp/v2', request), expected);
      expect(isPassed(checks)).toBe(true);
      id = nextId;
    }
    expect(id).toContain('-004-');
  });

  test('knows what a sleep must bring', async () => {
    const { origin } = await openTestService();
    const businessKey = 'user_1';
    const id = firstId(await post(origin, '/mcp/v2/contexts', mintRequest(businessKey))) ?? '';
    const { request, expected } = sleepRequest({ id, businessKey }, 40);
    expect(isPassed(checkAnswer(await post(origin, '/mcp/v2', request), expected).checks)).toBe(true);
  });
});

const GOOD = {
  context: { id: 'a', next_id: 'b' },
  outcome: { status: 'fulfilled', result: { turn: 1, tags: ['x'] } },
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
};

describe('the checks of an answer', () => {
  const expected = { turn: 1, tags: ['x'] };

  test('hold for a good one', () => {
    expect(isPassed(checkAnswer(GOOD, expected).checks)).toBe(true);
  });

  test.for([
    { because: 'it was rejected', answer: { ...GOOD, outcome: { ...GOOD.outcome, status: 'rejected' } } },
    {
      because: 'it is the echo of another',
      answer: { ...GOOD, outcome: { ...GOOD.outcome, result: { turn: 2, tags: ['x'] } } },
    },
    {
      because: 'a part of the echo is missing',
      answer: { ...GOOD, outcome: { ...GOOD.outcome, result: { turn: 1 } } },
    },
    {
      because: 'an array came back as an object',
      answer: { ...GOOD, outcome: { ...GOOD.outcome, result: { turn: 1, tags: { 0: 'x' } } } },
    },
    { because: 'no trace id', answer: { ...GOOD, trace_id: '' } },
    { because: 'the flow ends', answer: { ...GOOD, context: null } },
    { because: 'it is no answer at all', answer: 'Bad Gateway' },
  ])('do not hold where $because', ({ answer }) => {
    expect(isPassed(checkAnswer(answer, expected).checks)).toBe(false);
  });
});

test('a poll is read as running, finished or failed', () => {
  const events = [{ seq: 1 }, { seq: 2 }];
  expect(readPolled(202, { ticket: 't', cursor: 2, events })).toEqual({
    state: 'running',
    path: '/mcp/polling/t?cursor=2',
    sequences: [1, 2],
  });
  expect(readPolled(200, { cursor: 2, events: [], answer: GOOD, status: 200 })).toEqual({
    state: 'finished',
    answer: GOOD,
    sequences: [],
  });
  expect(readPolled(410, { outcome: {} })).toMatchObject({ state: 'failed' });
  expect(readPolled(502, undefined)).toMatchObject({ state: 'failed' });
});

test.for([
  { sequences: [1, 2, 3], right: true },
  { sequences: [0, 1, 2], right: true },
  { sequences: [1, 2], right: false },
  { sequences: [1, 3, 2], right: false },
  { sequences: [1, 2, 2], right: false },
])('events $sequences of three are in order: $right', ({ sequences, right }) => {
  expect(isInOrder(sequences, 3)).toBe(right);
});

test('a stage that does not exist is refused with those that do', () => {
  expect(stageOf('load')).toBe(STAGES.load);
  expect(() => stageOf('soak')).toThrow('smoke or load, found soak');
});
