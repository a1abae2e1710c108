import { type Failure, type FailureKind, isFailure } from '../../../contracts/failure.ts';
import type { Run } from '../act.ts';
import type { Target } from '../catalogue.ts';
import type { Core } from '../core.ts';
import type { End } from '../end.ts';
import type { Way } from '../way.ts';
import type { Verdict } from './breaker.ts';
import type { Gate, Place } from './gate.ts';

/** The kinds by which an adapter tells, where it declares no others, that its target as a whole does not work. */
const OUTAGES: readonly FailureKind[] = [
  'adapter_unavailable',
  'adapter_failed',
  'adapter_misbehaved',
  'precheck_timeout',
  'deadline_exceeded',
];

/** Carries a request out at its target once there is room for it, and learns from its end how the target is. */
export function throughGate(core: Core, way: Way, run: Run, carryOut: () => End | Promise<End>): End | Promise<End> {
  const { gate } = run.route.target;
  if (gate === undefined) return carryOut();
  const entered = gate.enter(run.priority, run.stop);
  const go = (place: Place | Failure): End | Promise<End> =>
    isFailure(place) ? place : inPlace(gate, place, core, way, run, carryOut);
  return entered instanceof Promise ? entered.then(go) : go(entered);
}

function inPlace(
  gate: Gate,
  place: Place,
  core: Core,
  way: Way,
  run: Run,
  carryOut: () => End | Promise<End>,
): End | Promise<End> {
  const leave = (end: End): End => {
    gate.leave(place, judge(core, way, run, gate.settings.breaker.slowMs, end), way.late);
    return end;
  };
  const leaveBroken = (thrown: unknown): never => {
    gate.leave(place, 'nothing', undefined);
    throw thrown;
  };
  let end: End | Promise<End>;
  try {
    end = carryOut();
  } catch (thrown) {
    return leaveBroken(thrown);
  }
  return end instanceof Promise ? end.then(leave, leaveBroken) : leave(end);
}

/** What the end of a request says of its target. A refusal that the target itself had a part in says that it is there. */
function judge(core: Core, way: Way, run: Run, slowMs: number, end: End): Verdict {
  const wasReached = way.dispatched || (way.precheckMs !== undefined && looksAtAll(core, run));
  if (!wasReached) return 'nothing';
  const failed = failureOf(end);
  if (failed === undefined) return 'worked';
  if (failed.kind === 'cancelled') return 'nothing';
  // Who gave a request too little time for any target has learnt nothing about this one.
  if (failed.kind === 'deadline_exceeded' && (way.actMs ?? 0) < slowMs) return 'nothing';
  const outages = run.route.target.adapter.outages ?? OUTAGES;
  return outages.includes(failed.kind) ? 'failed' : 'worked';
}

function failureOf(end: End): Failure | undefined {
  if (isFailure(end)) return end;
  return 'effect' in end ? end.failure : undefined;
}

/** Looks at resources of other types are another target's. */
function looksAtAll(core: Core, { call, route }: Run): boolean {
  return call.resources.every(({ type }) => offers(core, type, route.target));
}

function offers(core: Core, type: string, target: Target): boolean {
  return core.offers.resourceTypes.get(type)?.targets.includes(target) === true;
}
