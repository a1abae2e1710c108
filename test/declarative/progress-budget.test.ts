import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressBudget } from '../../declarative/progress-budget.ts';

function takeAll(budget: ProgressBudget): number {
  let taken = 0;
  while (taken < 10_000 && budget.take()) taken += 1;
  return taken;
}

test('so much may be told at once, and more as time goes by, however long that is', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const budget = new ProgressBudget(1000);
  expect(takeAll(budget)).toBe(1000);
  vi.advanceTimersByTime(1000);
  expect(takeAll(budget)).toBe(50);
  vi.advanceTimersByTime(3_600_000);
  expect(takeAll(budget)).toBe(1000);
});
