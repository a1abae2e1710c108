import type { Acted, Call } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import { AttachedPage } from './attached-page.ts';
import { conclude } from './conclude-act.ts';
import type { ConnectedBrowser } from './connected-browser.ts';
import type { DialogPolicy } from './dialog-policy.ts';
import { brokenOff } from './elements/broken-off.ts';
import { type Expectation, type ExpectationVerdict, verifyExpectation } from './elements/verify-expectation.ts';
import { forbidden } from './forbidden.ts';
import { ignoreGone } from './guard/guard-documents.ts';
import type { GuardedPage } from './guarded-page.ts';
import { describeUrl } from './observe/describe-url.ts';
import { PageObserver } from './observe/page-observer.ts';
import type { PageActed, PageAction } from './page-action.ts';
import { waitFor } from './wait-for.ts';
import { ANSWER_RESERVE_MS, aborted, whyBlocked } from './why-blocked.ts';

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
    const whyRefused = () => {
      const refusal = observer.refusal ?? page.refusal;
      return refusal === undefined || acted.failure?.kind === 'forbidden' ? undefined : forbidden(refusal);
    };
    // Looked at before anything is read of the page, and again, as it may leave while its post-conditions are awaited.
    const verdict = whyRefused() ?? (await verify(attached, acted, call, signal));
    const refused = whyRefused();
    if (refused !== undefined) return conclude({ ...acted, failure: refused }, undefined, observer.sideEffects);
    return conclude(acted, verdict, observer.sideEffects);
  } finally {
    observer.end();
    attached.release();
    letGo();
  }
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
    const waitMs = Math.max(0, call.remainingMs() - ANSWER_RESERVE_MS);
    const verdict = await verifyExpectation(page, expect, signal, waitMs);
    const { url } = verdict.actual;
    return typeof url === 'string' ? { ...verdict, actual: { ...verdict.actual, url: describeUrl(url) } } : verdict;
  } catch (error) {
    return brokenOff(error, acted.effect, call).failure;
  }
}
