import type { Acted, Call } from '../../contracts/adapter.ts';
import { failure } from '../../contracts/failure.ts';
import type { Priority } from '../../contracts/request.ts';
import { auditLateEnd } from './audit.ts';
import type { CompiledIntent } from './catalogue.ts';
import type { Core } from './core.ts';
import { translateSchemaErrors } from './problems.ts';
import type { Route } from './route-table.ts';
import type { Stop } from './stop.ts';
import { stopped } from './stopped.ts';
import type { Way } from './way.ts';

/** How long a stopped adapter is given to say itself what it had done, before the core says `unknown` for it. */
const GRACE_MS = 1000;

/** One action that may run: everything about it was found in order. */
export interface Run {
  readonly intent: CompiledIntent;
  readonly route: Route;
  readonly call: Call;
  readonly stop: Stop;
  readonly priority: Priority;
  readonly isDry: boolean;
}

/** Dispatches to the adapter. What it answers is waited for until the deadline, then a grace, then given up. */
export function act(core: Core, way: Way, { intent, route, call, stop }: Run): Acted | Promise<Acted> {
  const { declaration } = intent;
  if (declaration.effect !== 'read') stop.outliveCaller();
  way.dispatched = true;
  way.attempts += 1;
  const startedMs = performance.now();
  const running = route.target.adapter.execute(call);
  if (running instanceof Promise) return awaitEnd(core, way, intent, stop, running, startedMs);
  way.actMs = (way.actMs ?? 0) + performance.now() - startedMs;
  return verifyResult(intent, running);
}

async function awaitEnd(
  core: Core,
  way: Way,
  intent: CompiledIntent,
  stop: Stop,
  running: Promise<Acted>,
  startedMs: number,
): Promise<Acted> {
  const { key } = intent.declaration;
  core.running.acting.add(way);
  const acted = await untilGivenUp(running, stop).finally(() => core.running.acting.delete(way));
  way.actMs = (way.actMs ?? 0) + performance.now() - startedMs;
  if (acted?.failure?.kind === 'cancelled' && stop.reason !== undefined) {
    // Why it stopped is known here, how far it had come there.
    const { details } = acted.failure;
    const why = stopped(stop.reason, `during ${key}`);
    return { ...acted, failure: details === undefined ? why : { ...why, details } };
  }
  if (acted !== undefined) return verifyResult(intent, acted);
  way.late = running;
  recordLateEnd(core, way, key, running, startedMs);
  return {
    effect: 'unknown',
    verification: { status: 'unknown', side_effects: [] },
    failure: stopped(stop.reason ?? 'deadline', `during ${key}`),
  };
}

/** A result that the adapter's own schema refuses is no result: whoever builds on it would fail further on. */
function verifyResult(intent: CompiledIntent, acted: Acted): Acted {
  if (acted.failure !== undefined) return acted;
  const errors = intent.checkResult(acted.result ?? null, true);
  if (errors === undefined) return acted;
  return {
    effect: acted.effect,
    ...(acted.verification !== undefined && { verification: acted.verification }),
    failure: failure(
      'adapter_misbehaved',
      `The result of ${intent.declaration.key} does not fit the schema that its adapter declares`,
      {
        hint: 'This is a bug of the adapter; outcome.effect says what it did.',
        details: {
          problems: translateSchemaErrors(errors, '/outcome/result').map(({ pointer, message }) => ({
            pointer,
            message,
          })),
        },
      },
    ),
  };
}

function untilGivenUp(running: Promise<Acted>, stop: Stop): Promise<Acted | undefined> {
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const onStop = (): void => {
      grace = setTimeout(resolve, GRACE_MS, undefined);
    };
    const settle = (): void => {
      clearTimeout(grace);
      stop.signal.removeEventListener('abort', onStop);
    };
    if (stop.signal.aborted) onStop();
    else stop.signal.addEventListener('abort', onStop, { once: true });
    running.then(resolve, reject).finally(settle);
  });
}

function recordLateEnd(core: Core, way: Way, key: string, running: Promise<Acted>, startedMs: number): void {
  const record = (end: Acted | 'thrown'): void => {
    const effect = end === 'thrown' ? end : end.effect;
    core.journal.endedLate(way.trace.traceId, key, effect, performance.now() - startedMs);
    if (core.audit !== undefined) auditLateEnd(core.audit, way, end);
  };
  running.then(record, () => record('thrown'));
}
