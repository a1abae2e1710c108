import type { Call } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import { forbidden } from './forbidden.ts';
import type { PageAction } from './page-action.ts';
import type { GuardedPage, OpenDialog } from './pages/guarded-page.ts';
import { timeToAct } from './time-to-act.ts';
import { noLongerWanted, pageCrashed, translateCdpError } from './translate-cdp-error.ts';
import { waitFor } from './wait-for.ts';

/** A page that takes longer to say a first word is held by a dialog, or by a script that never ends. */
const ANSWER_LIMIT_MS = 3_000;

/** Why nothing may or can be done on the page as it is. Navigating away is always allowed. */
export async function whyBlocked(page: GuardedPage, action: PageAction, call: Call): Promise<Failure | undefined> {
  // An act answers the dialog that this session saw open; a read changes nothing.
  if (page.dialog !== undefined && action.declaration.effect === 'read') return dialogOpen(page.dialog);
  if (page.isCrashed) return action.leavesPage ? undefined : pageCrashed();
  if (page.dialog === undefined) {
    const silent = await whySilent(page, call);
    if (silent !== undefined) return silent;
  }
  const { refusal } = page;
  return refusal === undefined || action.leavesPage ? undefined : forbidden(refusal);
}

async function whySilent(page: GuardedPage, call: Call): Promise<Failure | undefined> {
  const answered = page.ready.then(
    () => 'yes' as const,
    (error: unknown) => translateCdpError(error),
  );
  const answer = await waitFor(answered, call.signal, Math.min(ANSWER_LIMIT_MS, timeToAct(call)));
  if (answer === 'yes') return undefined;
  if (answer !== undefined) return answer;
  return call.signal.aborted ? noLongerWanted() : unresponsive();
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
