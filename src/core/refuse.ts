import type { Acted } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { Answered } from './answered.ts';
import type { Arrival, Hail } from './arrival.ts';
import { broken } from './broken.ts';
import { conclude } from './conclude.ts';
import type { Core } from './core.ts';
import { ownerLost } from './owner-lost.ts';
import { openWay } from './way.ts';

/** The answer of a transport to what did not come to `routeRequest`: the same envelope, log line and metrics as any. */
export function refuse(core: Core, hail: Hail, end: Failure | Acted): Answered {
  return conclude(core, openWay(core, hail), end);
}

/** As `refuse`, for a throw outside the way of a request, such as of what writes its answer. It may have acted by then. */
export function refuseBroken(core: Core, hail: Hail, thrown: unknown): Answered {
  const way = openWay(core, hail);
  return conclude(core, way, broken(core, way, thrown, true));
}

/** The answer to a request that still runs when the service ends: nobody will be able to say what came of it. */
export function lose(core: Core, arrival: Arrival): Answered {
  const end = ownerLost('The service ended while the request was still running');
  return conclude(core, openWay(core, traced(core, arrival), arrival), end);
}

/** Under the trace of its act, where it acts. */
function traced(core: Core, arrival: Arrival): Hail {
  if (arrival.trace !== undefined) return arrival;
  for (const { arrival: its, trace } of core.running.acting) {
    if (its?.caller === arrival.caller) return { ...arrival, trace };
  }
  return arrival;
}
