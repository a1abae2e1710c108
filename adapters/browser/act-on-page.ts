import type { Acted, Call } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { Verification } from '../../contracts/outcome.ts';
import { AttachedPage } from './attached-page.ts';
import { CdpError } from './cdp/cdp-error.ts';
import type { ConnectedBrowser } from './connected-browser.ts';
import type { DialogPolicy } from './dialog-policy.ts';
import { brokenOff } from './elements/broken-off.ts';
import { type Expectation, type ExpectationVerdict, verifyExpectation } from './elements/verify-expectation.ts';
import { forbidden } from './forbidden.ts';
import { ignoreGone } from './guard/guard-documents.ts';
import type { GuardedPage, OpenDialog } from './guarded-page.ts';
import { NAVIGATE_KEY } from './intents/navigate.ts';
import { PageObserver } from './observe/page-observer.ts';
import type { PageActed, PageAction } from './page-action.ts';
import { pageCrashed, translateCdpError } from './translate-cdp-error.ts';
import { waitFor } from './wait-for.ts';

/** Kept back of the deadline, so that what was observed can still be told. */
const ANSWER_RESERVE_MS = 150;
/** A page that takes longer to say a first word is held by a dialog, or by a script that never ends. */
const ANSWER_LIMIT_MS = 3_000;

/**
 * Runs one action on a page: guarded, its side effects observed, its post-conditions verified. Acts of one process on
 * one page take turns; reads do not wait.
 */
export async function actOnPage(
  browser: ConnectedBrowser,
  page: GuardedPage,
  action: PageAction,
  call: Call,
  signal: AbortSignal,
): Promise<Acted> {
  const isRead = action.declaration.effect === 'read';
  const endTurn = isRead ? () => undefined : await awaitTurn(page, call, signal);
  if (endTurn === undefined) return brokenOff(aborted(), 'none', call);
  try {
    const blocked = await whyBlocked(page, action, call, signal);
    if (blocked !== undefined) return { effect: 'none', failure: blocked };
    return isRead ? await read(page, action, call, signal) : await act(browser, page, action, call, signal);
  } finally {
    endTurn();
  }
}

async function awaitTurn(page: GuardedPage, call: Call, signal: AbortSignal): Promise<(() => void) | undefined> {
  const turn = page.takeTurn();
  const end = await waitFor(turn, call.remainingMs(), signal);
  // It comes up later, and those behind it must not wait for a request that has left.
  if (end === undefined) ignoreGone(turn.then((endUnused) => endUnused()));
  return end;
}

async function read(page: GuardedPage, action: PageAction, call: Call, signal: AbortSignal): Promise<Acted> {
  const attached = new AttachedPage(page.targetId, page.session, page.world, signal);
  try {
    const acted = await tryAct(attached, action, call, signal, 'none');
    // The document may have moved on to where it may not be while it was read.
    if (page.refusal !== undefined) return { effect: 'none', failure: forbidden(page.refusal) };
    const verdict = await verify(attached, acted, call, signal);
    return conclude(acted, verdict, []);
  } finally {
    attached.release();
  }
}

async function act(
  browser: ConnectedBrowser,
  page: GuardedPage,
  action: PageAction,
  call: Call,
  signal: AbortSignal,
): Promise<Acted> {
  const letGo = await browser.newWindows.hold();
  const dialogPolicy = call.payload.dialog as DialogPolicy | undefined; // `as`: checked against the declared schema
  const observer = new PageObserver(page, call.payload, dialogPolicy);
  const attached = new AttachedPage(page.targetId, page.session, page.world, signal);
  try {
    const acted = await tryAct(attached, action, call, signal, 'unknown');
    if (acted.effect !== 'none') await observer.pending.settle(call.remainingMs() - ANSWER_RESERVE_MS, signal);
    const refusal = observer.refusal ?? page.refusal;
    if (refusal !== undefined && acted.failure?.kind !== 'forbidden') {
      return conclude({ ...acted, failure: forbidden(refusal) }, undefined, observer.sideEffects);
    }
    const verdict = await verify(attached, acted, call, signal);
    return conclude(acted, verdict, observer.sideEffects);
  } finally {
    observer.end();
    attached.release();
    letGo();
  }
}

/** Why nothing may or can be done on the page as it is. Navigating away is always allowed. */
async function whyBlocked(
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

async function tryAct(
  page: AttachedPage,
  action: PageAction,
  call: Call,
  signal: AbortSignal,
  effectIfBroken: 'none' | 'unknown',
): Promise<PageActed> {
  try {
    return await action.act(page, call, signal);
  } catch (error) {
    return brokenOff(error, effectIfBroken, call);
  }
}

async function verify(
  page: AttachedPage,
  acted: PageActed,
  call: Call,
  signal: AbortSignal,
): Promise<ExpectationVerdict | Failure | undefined> {
  const expect = call.payload.expect as Expectation | undefined; // `as`: checked against the declared schema
  if (expect === undefined || acted.failure !== undefined) return undefined;
  try {
    return await verifyExpectation(page, expect, signal, Math.max(0, call.remainingMs() - ANSWER_RESERVE_MS));
  } catch (error) {
    return brokenOff(error, acted.effect, call).failure;
  }
}

function conclude(
  acted: PageActed,
  verdict: ExpectationVerdict | Failure | undefined,
  sideEffects: readonly string[],
): Acted {
  const result = acted.result === undefined ? {} : { result: acted.result };
  const found = verdict !== undefined && 'met' in verdict ? verdict : undefined;
  const failed =
    acted.failure ?? (verdict !== undefined && 'kind' in verdict ? verdict : undefined) ?? contradiction(found);
  return {
    effect: acted.effect,
    ...result,
    verification: { ...judge(acted, found, failed), side_effects: [...sideEffects] },
    ...(failed === undefined ? {} : { failure: failed }),
  };
}

function judge(
  acted: PageActed,
  verdict: ExpectationVerdict | undefined,
  failed: Failure | undefined,
): Omit<Verification, 'side_effects'> {
  const proven = { ...acted.postCondition, ...(verdict === undefined ? {} : { expect: verdict.actual }) };
  const postCondition = Object.keys(proven).length === 0 ? {} : { post_condition: proven };
  if (failed?.kind === 'postcondition_contradicted') return { status: 'contradicted', ...postCondition };
  if (acted.effect === 'unknown') return { status: 'unknown' };
  const isProven = failed === undefined && (acted.postCondition !== undefined || verdict?.met === true);
  return { status: isProven ? 'verified' : 'unverified', ...postCondition };
}

function contradiction(verdict: ExpectationVerdict | undefined): Failure | undefined {
  if (verdict === undefined || verdict.met) return undefined;
  return failure('postcondition_contradicted', 'The action was done, but what the payload expects did not come true.', {
    field: 'payload.expect',
    hint: 'Compare expected and actual, and look at the page before you send the action again.',
    details: { expected: verdict.expected, actual: verdict.actual },
  });
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

function aborted(): CdpError {
  return new CdpError('aborted', 'wait', 'The request was no longer wanted.');
}
