import type { Failure } from '../../../contracts/failure.ts';
import type { Run } from '../act.ts';
import type { Core } from '../core.ts';

/** `overloaded` where the process is too far behind its work for a request of this priority. */
export function checkLoad({ eventLoopGuard, journal }: Core, { priority, route }: Run): Failure | undefined {
  const refusal = eventLoopGuard.refusal(priority);
  if (refusal !== undefined) journal.shed(route.target.name, priority, 'event_loop');
  return refusal;
}
