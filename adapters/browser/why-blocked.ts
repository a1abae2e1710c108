import type { Call } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import { CdpError } from './cdp/cdp-error.ts';
import { brokenOff } from './elements/broken-off.ts';
import { forbidden } from './forbidden.ts';
import type { GuardedPage, OpenDialog } from './guarded-page.ts';
import { NAVIGATE_KEY } from './intents/navigate.ts';
import type { PageAction } from './page-action.ts';
import { pageCrashed, translateCdpError } from './translate-cdp-error.ts';
import { waitFor } from './wait-for.ts';

/** Kept back of the deadline, so that what was observed can still be told. */
export const ANSWER_RESERVE_MS = 150;
/** A page that takes longer to say a first word is held by a dialog, or by a script that never ends. */
const ANSWER_LIMIT_MS = 3_000;

/** Why nothing may or can be done on the page as it is. Navigating away is always allowed. */
export async function whyBlocked(
  page: GuardedPage,
  action: PageAction,
  call: Call,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  // An act answers the dialog that this session saw open; a read changes nothing.
  if (page.dialog !== undefined && action.declaration.effect === 'read') return dialogOpen(page.dialog);
  if (page.isCrashed) return isNavigation(action) ? undefined : pageCrashed();
  if (page.dialog === undefined) {
    const silent = await whySilent(page, call, signal);
    if (silent !== undefined) return silent;
  }
  const { refusal } = page;
  return refusal === undefined || isNavigation(action) ? undefined : forbidden(refusal);
}

function isNavigation(action: PageAction): boolean {
  return action.declaration.key === NAVIGATE_KEY;
}

async function whySilent(page: GuardedPage, call: Call, signal: AbortSignal): Promise<Failure | undefined> {
  const answered = page.ready.then(
    () => 'yes' as const,
    (error: unknown) => translateCdpError(error),
  );
  const limitMs = Math.min(ANSWER_LIMIT_MS, call.remainingMs() - ANSWER_RESERVE_MS);
  const answer = await waitFor(answered, limitMs, signal);
  if (answer === 'yes') return undefined;
  if (answer !== undefined) return answer;
  return signal.aborted ? brokenOff(aborted(), 'none', call).failure : unresponsive();
}

function unresponsive(): Failure {
  return failure('adapter_failed', 'The page does not answer: most likely a dialog that was left open blocks it.', {
    hint: 'Nothing can answer a dialog that opened while no one was attached: send page.close, then page.open.',
    details: { reason: 'page_unresponsive' },
  });
}

function dialogOpen({ type }: OpenDialog): Failure {
  return failure('adapter_failed', `The page is blocked: a dialog of type ${type} is open on it.`, {
    hint: 'Any action that is no read answers it, by its payload.dialog: send ui_interaction.navigate, say.',
    details: { reason: 'dialog_open', dialog: type },
  });
}

export function aborted(): CdpError {
  return new CdpError('aborted', 'wait', 'The request was no longer wanted.');
}
