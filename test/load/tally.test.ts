import { expect, test } from 'vitest';
import { checkAnswer } from '../../bench/load/shared/check-answer.ts';
import { Tally } from '../../bench/load/tally.ts';

const { checks: allHold } = checkAnswer(
  { context: { next_id: 'b' }, outcome: { status: 'fulfilled', result: {} }, trace_id: '0'.repeat(32) },
  {},
);

test('a run in which everything held crosses no threshold', () => {
  const tally = new Tally();
  for (let ms = 1; ms <= 100; ms += 1) tally.answered(ms, allHold);
  const { crossed, ...figures } = tally.figures();
  expect(crossed).toEqual([]);
  expect(figures).toMatchObject({
    requests: 100,
    failed: 0,
    passed: 400,
    checked: 400,
    p50Ms: 51,
    p95Ms: 96,
    mostMs: 100,
  });
});

test('one failed request crosses a threshold, and the first is told', () => {
  const tally = new Tally();
  tally.answered(1, allHold);
  tally.failed('connection refused');
  tally.failed('later');
  expect(tally.figures().crossed).toEqual(['2 of 3 requests failed; the first: connection refused']);
});

test('one check that did not hold crosses a threshold', () => {
  const tally = new Tally();
  tally.answered(1, { ...allHold, fulfilled: false });
  expect(tally.figures().crossed).toEqual([expect.stringContaining('1 of 4 checks did not hold')]);
});

test('a run without an answer proves nothing', () => {
  expect(new Tally().figures().crossed).toEqual(['no request was answered']);
});

test('answers that are stuck cross a threshold', () => {
  const tally = new Tally();
  for (let count = 0; count < 10; count += 1) tally.answered(8000, allHold);
  expect(tally.figures().crossed).toEqual(['95 % within 8000 ms, not 5000 ms']);
});
