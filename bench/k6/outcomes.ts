import { check } from 'k6';
import { Rate, Trend } from 'k6/metrics';
import { type Checks, checkAnswer } from '../load/shared/check-answer.ts';

const failedRequests = new Rate('failed_requests');
const requestMs = new Trend('request_ms', true);

/** Counts an answer and checks it; returns the id of the next step, undefined where the flow is broken. */
export function countAnswer(
  answer: unknown,
  expected: object,
  durationMs: number,
  more: Partial<Checks> = {},
): string | undefined {
  failedRequests.add(false);
  requestMs.add(durationMs);
  const { checks, nextId } = checkAnswer(answer, expected);
  const all: Record<string, boolean | undefined> = { ...checks, ...more };
  check(all, Object.fromEntries(Object.keys(all).map((name) => [name, () => all[name] === true])));
  return nextId;
}

/** No answer, or none that could be read. */
export function countFailure(): void {
  failedRequests.add(true);
}
