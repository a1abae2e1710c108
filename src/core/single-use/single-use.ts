import { hash } from 'node:crypto';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import type { Run } from '../act.ts';
import { actWithRetries } from '../act-with-retries.ts';
import { actionDigestOf } from '../action-digest.ts';
import type { Answered } from '../answered.ts';
import type { CompiledIntent } from '../catalogue.ts';
import type { Core } from '../core.ts';
import type { End, Replay } from '../end.ts';
import type { Route } from '../route-table.ts';
import type { Way } from '../way.ts';
import {
  answerKept,
  answerNotKept,
  nonceConflict,
  nonceMissing,
  outcomeUnknown,
  singleUseOff,
  stillRunning,
} from './nonce-failures.ts';
import type { Claim, NonceDone, NonceEntry } from './nonce-store.ts';

/** For an act that is given up to be written down, beyond its deadline; the clocks of replicas may differ as well. */
const SETTLED_AFTER_MS = 10_000;

type Before = Replay | Failure | undefined;

/** `invalid_request` where a nonce is missing, or there is one that nobody would remember. */
export function checkNonce({ nonces }: Core, { nonce }: Way, { requiresNonce }: Route): Failure | undefined {
  if (nonce === undefined) return requiresNonce ? nonceMissing() : undefined;
  return nonces.store === undefined ? singleUseOff() : undefined;
}

/**
 * What came of an earlier request under the same nonce; undefined where there was none. Asked before anything is looked at, as
 * what the first one did may have changed the resources that it needed.
 */
export function recall(core: Core, way: Way, intent: CompiledIntent): Before | Promise<Before> {
  const { nonce, principal } = way;
  const { store } = core.nonces;
  if (nonce === undefined || store === undefined) return undefined;
  const claim: Claim = {
    store,
    key: hash('sha256', JSON.stringify([principal.id, nonce])),
    token: core.ids.traceId(),
    // With the nonce in it: else who reads the store could find out a short payload by trying all.
    action: hash('sha256', `${nonce}\n${actionDigestOf(way)}`),
    isHeld: false,
  };
  way.claim = claim;
  const found = store.find(claim.key);
  if (!(found instanceof Promise)) return judge(core, way, intent, claim, found);
  return found.then((late) => judge(core, way, intent, claim, late));
}

/** What the nonce of a request would come to, were it sent now. Uses nothing up. */
export async function explainNonce(
  core: Core,
  way: Way,
  intent: CompiledIntent,
  route: Route,
): Promise<Failure | undefined> {
  const refused = checkNonce(core, way, route);
  if (refused !== undefined) return refused;
  const before = await recall(core, way, intent);
  return before === undefined || isFailure(before) ? before : answerKept();
}

/** Acts where this request is the first under its nonce: the last question before anything is done. */
export function actOnce(core: Core, way: Way, run: Run, claim: Claim): End | Promise<End> {
  const leftMs = run.stop.remainingMs() + SETTLED_AFTER_MS;
  const entry = {
    state: 'in_flight',
    action: claim.action,
    traceId: way.trace.traceId,
    settledByMs: Date.now() + Math.ceil(leftMs),
  } as const;
  const goOn = (found: NonceEntry | Failure | undefined): End | Promise<End> => {
    claim.isHeld = found === undefined;
    if (claim.isHeld) core.journal.nonce('claimed');
    const before = judge(core, way, run.intent, claim, found);
    return before ?? run.stop.over(run.call.intentKey) ?? actWithRetries(core, way, run);
  };
  const claimed = claim.store.claim(claim.key, claim.token, entry, Math.ceil(leftMs) + core.nonces.ttlMs);
  return claimed instanceof Promise ? claimed.then(goOn) : goOn(claimed);
}

/** Writes down what came of the action. Where nothing did, the nonce is free again, so that the client may try once more. */
export function settle({ nonces }: Core, claim: Claim, answered: Answered): Answered | Promise<Answered> {
  const { outcome, trace_id: traceId } = answered.answer;
  const done: NonceDone = {
    state: 'done',
    action: claim.action,
    traceId,
    http: answered.http,
    status: outcome.status,
    effect: outcome.effect,
    answer: Buffer.byteLength(answered.text) <= nonces.answerBytes ? answered.text : undefined,
  };
  const { store, key, token } = claim;
  const cameToNothing = outcome.error !== undefined && outcome.effect === 'none';
  const settled = cameToNothing ? store.release(key, token) : store.settle(key, token, done, nonces.ttlMs);
  return settled instanceof Promise ? settled.then(() => answered) : answered;
}

function judge(
  core: Core,
  way: Way,
  intent: CompiledIntent,
  claim: Claim,
  found: NonceEntry | Failure | undefined,
): Before {
  if (found === undefined) return undefined;
  if (!isFailure(found)) return tell(core, claim, found);
  core.journal.nonce('unavailable');
  if (intent.declaration.effect !== 'read') return found;
  way.claim = undefined; // to read once more does no harm
  return undefined;
}

function tell({ journal }: Core, { action }: Claim, entry: NonceEntry): Before {
  if (entry.state === 'unreadable') {
    journal.nonce('unknown');
    return outcomeUnknown(undefined);
  }
  if (entry.action !== action) {
    journal.nonce('conflict');
    return nonceConflict(entry.traceId);
  }
  if (entry.state === 'in_flight') {
    const isLost = Date.now() > entry.settledByMs;
    journal.nonce(isLost ? 'unknown' : 'in_flight');
    return isLost ? outcomeUnknown(entry.traceId) : stillRunning(entry);
  }
  journal.nonce('replayed');
  const { answer, http } = entry;
  return answer === undefined ? answerNotKept(entry) : { replayed: answer, http };
}
