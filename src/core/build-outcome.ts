import type { Acted } from '../../contracts/adapter.ts';
import { FAILURES, type Failure, type OutcomeError } from '../../contracts/failure.ts';
import type { Outcome, Verification } from '../../contracts/outcome.ts';
import { maskSecrets } from '../../contracts/secrets.ts';

const DEFAULT_RETRY_AFTER_MS = 1000;
const NOTHING_VERIFIED: Verification = { status: 'unverified', side_effects: [] };

/** What came of a request, as its caller is told. A refusal is an act that came to nothing. */
export function buildOutcome({ effect, result, verification, failure }: Acted): Outcome {
  const outcome: Outcome = {
    status: failure === undefined ? 'fulfilled' : failedStatus(failure, effect),
    effect,
    verification: verification ?? NOTHING_VERIFIED,
  };
  if (result !== undefined) outcome.result = result;
  if (failure !== undefined) outcome.error = translateFailure(failure, effect);
  return outcome;
}

/** Once something was, or may have been, done, only some kinds keep an HTTP status of their own. */
export function httpStatus({ effect, failure }: Acted): number {
  if (failure === undefined) return 200;
  const facts = FAILURES[failure.kind];
  return effect === 'none' ? facts.http : facts.httpAfterActing;
}

function failedStatus(failure: Failure, effect: Acted['effect']): Outcome['status'] {
  return effect === 'none' && FAILURES[failure.kind].http !== 200 ? 'rejected' : 'partially_fulfilled';
}

/** Only what left no effect is called recoverable: "send it again" must never be said of a purchase that was made. */
export function translateFailure(failure: Failure, effect: Acted['effect'] = 'none'): OutcomeError {
  const recoverable = effect === 'none' && FAILURES[failure.kind].retryable;
  const retryAfterMs = effect === 'none' ? retryAfter(failure) : undefined;
  return {
    code: failure.kind,
    message: maskSecrets(failure.message), // adapters pass on what their upstream said
    ...(failure.field !== undefined && { field: failure.field }),
    ...(failure.hint !== undefined && { hint: failure.hint }),
    recoverable,
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    ...(failure.details !== undefined && { details: { ...failure.details } }),
  };
}

/** 429 and 503 always say when: a client that isn't told tries again at once. */
function retryAfter({ kind, retryAfterMs }: Failure): number | undefined {
  const { http } = FAILURES[kind];
  return retryAfterMs ?? (http === 429 || http === 503 ? DEFAULT_RETRY_AFTER_MS : undefined);
}
