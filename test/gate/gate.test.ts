import { describe, expect, test } from 'vitest';
import { GATE_DEFAULTS } from '../../contracts/config/target-gate.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Priority } from '../../contracts/request.ts';
import { Caller } from '../../src/core/caller.ts';
import { Gate, type Place } from '../../src/core/gate/gate.ts';
import type { GateSettings } from '../../src/core/gate/gate-settings.ts';
import { Stop } from '../../src/core/stop.ts';

const PLENTY_MS = 600_000;

function openGate(changes: Partial<GateSettings> = {}) {
  const shed: Priority[] = [];
  const journal = {
    breaker: () => {},
    shed: (_target: string, priority: Priority) => {
      shed.push(priority);
    },
    waited: () => {},
    retried: () => {},
  };
  const gate = new Gate('lab', { ...GATE_DEFAULTS, concurrency: 1, queue: 2, ...changes }, journal);
  const served: string[] = [];
  /** Asks for a place; what came of it is told by `refused` or `served`, in order. */
  const ask = (name: string, priority: Priority, caller = new Caller(), timeMs = PLENTY_MS): Asked => {
    const stop = new Stop(caller, performance.now() + timeMs);
    const end = Promise.resolve(gate.enter(priority, stop)).then((entered) => {
      stop.close();
      if (!isFailure(entered)) served.push(name);
      return entered;
    });
    return { end };
  };
  const leave = (place: Place): void => gate.leave(place, 'worked', undefined);
  return { gate, ask, leave, served, shed };
}

interface Asked {
  readonly end: Promise<Place | Failure>;
}

async function placeOf({ end }: Asked): Promise<Place> {
  const entered = await end;
  if (isFailure(entered)) throw new Error(entered.message);
  return entered;
}

async function refusalOf({ end }: Asked): Promise<Failure> {
  const entered = await end;
  if (!isFailure(entered)) throw new Error('it was let in');
  return entered;
}

describe('a gate', () => {
  test('lets in at once as many as its target bears', async () => {
    const { gate, ask } = openGate({ concurrency: 2 });
    await placeOf(ask('a', 'low'));
    await placeOf(ask('b', 'low'));
    ask('c', 'high');
    expect(gate.facts()).toEqual({ breaker: 'closed', running: 2, waiting: 1 });
  });

  test('serves those that wait by priority, and within one in the order in which they came', async () => {
    const { gate, ask, leave, served } = openGate({ queue: 5 });
    const first = ask('first', 'low');
    const asked = (['low', 'normal', 'high', 'normal', 'high'] as const).map((priority, index) =>
      ask(`${priority} ${index}`, priority),
    );
    leave(await placeOf(first));
    for (const waiting of asked) void waiting.end.then((place) => !isFailure(place) && leave(place));
    await Promise.all(asked.map(placeOf));
    expect(served).toEqual(['first', 'high 2', 'high 4', 'normal 1', 'normal 3', 'low 0']);
    expect(gate.facts()).toEqual({ breaker: 'closed', running: 0, waiting: 0 });
  });

  test('sends the newest of the lowest priority away for a higher one, and else the one that comes', async () => {
    const { ask, leave, served, shed } = openGate();
    const first = await placeOf(ask('first', 'low'));
    const older = ask('older', 'low');
    const newer = ask('newer', 'low');
    const high = ask('high', 'high');
    expect(await refusalOf(newer)).toMatchObject({ kind: 'overloaded' });
    expect(await refusalOf(ask('late', 'low'))).toMatchObject({ kind: 'overloaded' });
    ask('normal', 'normal');
    expect(await refusalOf(older)).toMatchObject({ kind: 'overloaded' });
    expect(await refusalOf(ask('another', 'normal'))).toMatchObject({ kind: 'overloaded' });
    expect(shed).toEqual(['low', 'low', 'low', 'normal']);
    leave(first);
    await placeOf(high);
    expect(served).toEqual(['first', 'high']);
  });

  test('tells those it has no room for to come when their turn would be, by what is measured', async () => {
    const { ask, gate } = openGate({ queue: 3 });
    const { admission } = await placeOf(ask('first', 'high'));
    gate.leave({ admission, sinceMs: performance.now() - 2000 }, 'worked', undefined);
    await placeOf(ask('second', 'high'));
    for (const name of ['a', 'b', 'c']) ask(name, 'high');
    const { retryAfterMs = 0 } = await refusalOf(ask('late', 'low'));
    expect(retryAfterMs).toBeGreaterThanOrEqual(8000);
    expect(retryAfterMs).toBeLessThan(8500);
  });

  test('keeps nobody waiting past the deadline, or without a caller', async () => {
    const { gate, ask } = openGate();
    await placeOf(ask('first', 'low'));
    const caller = new Caller();
    const left = ask('left', 'high', caller);
    const late = ask('late', 'high', new Caller(), 30);
    caller.leave('gone');
    expect(await refusalOf(left)).toMatchObject({ kind: 'cancelled' });
    expect(await refusalOf(late)).toMatchObject({ kind: 'deadline_exceeded' });
    expect(gate.facts().waiting).toBe(0);
  });

  test('gives the place of an act that was given up to the next one once the act has really ended', async () => {
    const { gate, ask, served } = openGate();
    let endLate = (_: unknown): void => {};
    const late = new Promise((resolve) => {
      endLate = resolve;
    });
    const next = placeOf(ask('first', 'low')).then((place) => {
      const second = ask('second', 'low');
      gate.leave(place, 'failed', late);
      return second;
    });
    const second = await next;
    expect(served).toEqual(['first']);
    endLate(undefined);
    await placeOf(second);
    expect(gate.facts().running).toBe(1);
  });

  test('sends those that wait away when its target is left alone, and lets nobody in until one has tried it', async () => {
    const breaker = { ...GATE_DEFAULTS.breaker, minRequests: 1, openMs: 50 };
    const { gate, ask } = openGate({ breaker });
    const place = await placeOf(ask('first', 'low'));
    const waiting = ask('waiting', 'high');
    gate.leave(place, 'failed', undefined);
    expect(await refusalOf(waiting)).toMatchObject({ kind: 'adapter_unavailable' });
    const { retryAfterMs = 0 } = await refusalOf(ask('meanwhile', 'high'));
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs + 1));
    const trial = await placeOf(ask('trial', 'low'));
    expect(await refusalOf(ask('other', 'high'))).toMatchObject({ kind: 'adapter_unavailable' });
    gate.leave(trial, 'worked', undefined);
    await placeOf(ask('after', 'low'));
    expect(gate.facts()).toMatchObject({ breaker: 'closed', running: 1 });
  });
});
