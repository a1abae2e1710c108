import { describe, expect, test } from 'vitest';
import { type Admission, Breaker, type BreakerState, type Verdict } from '../../src/core/gate/breaker.ts';

const SETTINGS = { errorPercent: 50, windowMs: 1000, minRequests: 4, openMs: 500, slowMs: 1 };

function openBreaker() {
  const states: BreakerState[] = [];
  const breaker = new Breaker(SETTINGS, (state) => states.push(state));
  const admit = (atMs: number): Admission => {
    const admission = breaker.admit(atMs);
    if (typeof admission === 'number') throw new Error(`refused at ${atMs} for ${admission} ms`);
    return admission;
  };
  const send = (atMs: number, ...verdicts: readonly Verdict[]): void => {
    for (const verdict of verdicts) breaker.settle(admit(atMs), verdict, atMs);
  };
  return { breaker, states, admit, send };
}

describe('a breaker', () => {
  test('opens once the share of failures is reached, and not before it has seen enough', () => {
    const { breaker, send } = openBreaker();
    send(0, 'failed', 'failed', 'failed');
    expect(breaker.state).toBe('closed');
    send(0, 'worked', 'worked', 'worked', 'worked'); // 3 of 7
    expect(breaker.state).toBe('closed');
    send(0, 'failed'); // 4 of 8
    expect(breaker.state).toBe('open');
  });

  test('forgets what lies further back than its window, after a quiet time too', () => {
    const { breaker, send } = openBreaker();
    send(0, 'failed', 'failed', 'failed');
    send(3_600_000, 'failed');
    expect(breaker.state).toBe('closed');
    send(3_601_500, 'failed', 'failed', 'failed');
    expect(breaker.state).toBe('closed');
    send(3_601_600, 'failed');
    expect(breaker.state).toBe('open');
  });

  test('says while it is open how long it will be', () => {
    const { breaker, send } = openBreaker();
    send(100, 'failed', 'failed', 'failed', 'failed');
    expect(breaker.admit(250)).toBe(350);
    expect(breaker.admit(599)).toBe(1);
  });

  test('lets one request try afterwards, and closes when that one worked', () => {
    const { breaker, states, admit, send } = openBreaker();
    send(0, 'failed', 'failed', 'failed', 'failed');
    const trial = admit(500);
    expect(trial.isTrial).toBe(true);
    expect(breaker.admit(501)).toBe(500);
    breaker.settle(trial, 'worked', 510);
    send(511, 'failed');
    expect(states).toEqual(['open', 'half_open', 'closed']);
  });

  test('opens again for as long when the trial failed', () => {
    const { breaker, admit, send } = openBreaker();
    send(0, 'failed', 'failed', 'failed', 'failed');
    breaker.settle(admit(500), 'failed', 700);
    expect(breaker.admit(1000)).toBe(200);
  });

  test('lets the next one try where the trial never reached the target', () => {
    const { breaker, admit, send } = openBreaker();
    send(0, 'failed', 'failed', 'failed', 'failed');
    breaker.settle(admit(500), 'nothing', 510);
    expect(breaker.state).toBe('half_open');
    expect(admit(511).isTrial).toBe(true);
  });

  test('learns nothing from requests that were sent before it opened', () => {
    const { breaker, admit, send } = openBreaker();
    const before = Array.from({ length: 8 }, () => admit(0));
    send(0, 'failed', 'failed', 'failed', 'failed');
    const trial = admit(500);
    for (const admission of before.slice(4)) breaker.settle(admission, 'worked', 505);
    expect(breaker.state).toBe('half_open');
    breaker.settle(trial, 'worked', 510);
    for (const admission of before.slice(0, 4)) breaker.settle(admission, 'failed', 520);
    expect(breaker.state).toBe('closed');
  });
});
