import type { Acted, Adapter, Call, IntentDeclaration, Observation } from '../../../contracts/adapter.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { Plant } from '../box-kind.ts';

/** One way to break the contract, and the cases that are there to catch it: each of them fails, and no other. */
export interface Fault {
  readonly fault: string;
  readonly plant: Plant;
  readonly caughtBy: readonly string[];
}

const LATE_MS = 50;

/** The act as a good adapter does it, and then what becomes of it. */
export function changing(change: (acted: Acted, call: Call) => Acted | Promise<Acted>): (good: Adapter) => Adapter {
  return (good) => ({ ...good, execute: async (call) => change(await good.execute(call), call) });
}

/** As `changing`, of what was fulfilled. */
export function changingFulfilled(change: (acted: Acted, call: Call) => Acted): (good: Adapter) => Adapter {
  return changing((acted, call) => (acted.failure === undefined ? change(acted, call) : acted));
}

export function redeclaring(
  change: (intent: IntentDeclaration) => Partial<IntentDeclaration>,
): (good: Adapter) => Adapter {
  return (good) => ({ ...good, intents: good.intents.map((intent) => ({ ...intent, ...change(intent) })) });
}

/** A look as a good adapter does it, and then what becomes of what it saw. */
export function changingLook(change: (observed: Observation) => Observation): (good: Adapter) => Adapter {
  return (good) => ({
    ...good,
    probe: async (resource, call, signal) => {
      const observed = await good.probe(resource, call, signal);
      return isFailure(observed) ? observed : change(observed);
    },
  });
}

/** Acts as a good adapter does, and does something more before. */
export function before(run: (call: Call, good: Adapter) => unknown): (good: Adapter) => Adapter {
  return (good) => ({
    ...good,
    execute: async (call) => {
      await run(call, good);
      return good.execute(call);
    },
  });
}

/** A moment after a call that was under way has been aborted. */
export function afterAbort(run: (call: Call) => void): (good: Adapter) => Adapter {
  return before((call) => call.signal.addEventListener('abort', () => setTimeout(run, LATE_MS, call)));
}

/** A moment after a call was fulfilled. */
export function afterEnd(run: (call: Call) => void): (good: Adapter) => Adapter {
  return changingFulfilled((acted, call) => {
    setTimeout(run, LATE_MS, call);
    return acted;
  });
}
