import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { PageActed } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';

/**
 * What an action came to whose page stopped answering. The effect is the caller's to say: he alone knows whether
 * anything had been sent by then.
 */
export function brokenOff(error: unknown, effect: Effect, call: Call): PageActed {
  return { effect, failure: brokenOffFailure(error, call) };
}

export function brokenOffFailure(error: unknown, call: Call): Failure {
  if (!(error instanceof CdpError) || error.reason !== 'aborted') return translateCdpError(error);
  if (call.remainingMs() > 0) return failure('cancelled', 'The request was cancelled while it acted on the page.');
  return failure('deadline_exceeded', 'The deadline passed while the page was acted on.', {
    hint: 'Read the effect, then look at the page before you send it again; a larger timeout_ms gives more time.',
  });
}
