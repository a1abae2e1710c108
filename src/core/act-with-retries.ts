import { setTimeout as delay } from 'node:timers/promises';
import type { Acted, EffectClass } from '../../contracts/adapter.ts';
import type { FailureKind } from '../../contracts/failure.ts';
import type { Effect } from '../../contracts/outcome.ts';
import { act, type Run } from './act.ts';
import type { Core } from './core.ts';
import type { Gate } from './gate/gate.ts';
import { stopped } from './stopped.ts';
import type { Way } from './way.ts';

/** Before the second attempt; doubled before each further one, and a random half of it taken off. */
const FIRST_DELAY_MS = 100;
/** A request that would wait longer is answered instead: its caller knows better what to do with the time. */
const MOST_DELAY_MS = 2000;

const TRANSIENT: readonly FailureKind[] = ['adapter_unavailable', 'overloaded', 'rate_limited'];

/** The later in this list, the less may be promised of it. */
const EFFECTS: readonly Effect[] = ['none', 'applied', 'partial', 'unknown'];

/** Acts, and once more where it failed for a moment and a second dispatch does no harm. */
export function actWithRetries(core: Core, way: Way, run: Run): Acted | Promise<Acted> {
  const acted = act(core, way, run);
  const { gate } = run.route.target;
  if (gate === undefined) return acted;
  if (acted instanceof Promise) return acted.then((first) => tryAgain(core, way, run, gate, first));
  return acted.failure === undefined ? acted : tryAgain(core, way, run, gate, acted);
}

async function tryAgain(core: Core, way: Way, run: Run, gate: Gate, first: Acted): Promise<Acted> {
  const { stop, intent } = run;
  let acted = first;
  while (way.attempts < gate.settings.retry.attempts && mayRepeat(intent.declaration.effect, acted, way)) {
    const waitMs = Math.max(backOffMs(way.attempts), acted.failure?.retryAfterMs ?? 0);
    if (waitMs > MOST_DELAY_MS || waitMs >= stop.remainingMs() || !gate.takeRetry()) break;
    await delay(waitMs, undefined, { signal: stop.signal }).catch(() => undefined); // rejects for nothing but the abort
    if (stop.reason !== undefined) {
      return { ...acted, failure: stopped(stop.reason, `before ${intent.declaration.key} was tried again`) };
    }
    acted = withDoubtOf(acted, await act(core, way, run));
  }
  return acted;
}

/** What was given up still runs; what is `unsafe` and may have arrived must not arrive twice. */
function mayRepeat(effectClass: EffectClass, { failure, effect, transient }: Acted, way: Way): boolean {
  if (failure === undefined || way.late !== undefined) return false;
  // Nobody waits for it, and nothing was done: it need not be.
  if (effect === 'none' && way.arrival?.caller.left !== undefined) return false;
  return (transient ?? TRANSIENT.includes(failure.kind)) && (effect === 'none' || effectClass !== 'unsafe');
}

function backOffMs(attempts: number): number {
  const fullMs = FIRST_DELAY_MS * 2 ** (attempts - 1);
  return fullMs * (0.5 + Math.random() / 2);
}

/** An attempt that came to nothing does not undo what an earlier one may have done. */
function withDoubtOf(before: Acted, acted: Acted): Acted {
  const isClear = acted.failure === undefined || EFFECTS.indexOf(acted.effect) >= EFFECTS.indexOf(before.effect);
  return isClear ? acted : { ...acted, effect: before.effect };
}
