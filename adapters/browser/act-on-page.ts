import type { Acted, Call } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import { ignoreGone } from './cdp/ignore-gone.ts';
import { conclude } from './conclude-act.ts';
import type { ConnectedBrowser } from './connected-browser.ts';
import type { DialogPolicy } from './dialog-policy.ts';
import { type Expectation, type ExpectationVerdict, verifyExpectation } from './elements/verify-expectation.ts';
import { forbidden } from './forbidden.ts';
import { PageObserver } from './observe/page-observer.ts';
import type { Page } from './page.ts';
import type { PageActed, PageAction } from './page-action.ts';
import type { GuardedPage } from './pages/guarded-page.ts';
import { collectSecrets, maskAll } from './secrets/collect-secrets.ts';
import { timeToAct } from './time-to-act.ts';
import { noLongerWanted, translateCdpError } from './translate-cdp-error.ts';
import { waitFor } from './wait-for.ts';
import { whyBlocked } from './why-blocked.ts';

/**
 * Runs one action on a page: guarded, its side effects observed, its post-conditions verified. Acts of one process on
 * one page take turns; reads do not wait.
 */
export async function actOnPage(
  browser: ConnectedBrowser,
  page: GuardedPage,
  action: PageAction,
  call: Call,
): Promise<Acted> {
  const isRead = action.declaration.effect === 'read';
  const endTurn = isRead ? () => undefined : await awaitTurn(page, call.signal);
  if (endTurn === undefined) return { effect: 'none', failure: noLongerWanted() };
  try {
    const blocked = await whyBlocked(page, action, call);
    if (blocked !== undefined) return { effect: 'none', failure: blocked };
    return isRead ? await read(page, action, call) : await act(browser, page, action, call);
  } finally {
    endTurn();
  }
}

async function awaitTurn(page: GuardedPage, signal: AbortSignal): Promise<(() => void) | undefined> {
  const turn = page.takeTurn();
  const end = await waitFor(turn, signal);
  // It comes up later, and those behind it must not wait for a request that has left.
  if (end === undefined) ignoreGone(turn.then((endUnused) => endUnused()));
  return end;
}

async function read(page: GuardedPage, action: PageAction, call: Call): Promise<Acted> {
  const attached = page.lendTo(call.signal);
  try {
    const acted = await tryAct(attached, action, call, 'none');
    // The document may have moved on to where it may not be while it was read.
    if (page.refusal !== undefined) return { effect: 'none', failure: forbidden(page.refusal) };
    const verdict = await verify(attached, acted, call);
    return conclude(acted, verdict, []);
  } finally {
    attached.release();
  }
}

async function act(browser: ConnectedBrowser, page: GuardedPage, action: PageAction, call: Call): Promise<Acted> {
  const letGo = await browser.newWindows.hold();
  const dialogPolicy = call.payload.dialog as DialogPolicy | undefined; // `as`: checked against the declared schema
  const observer = new PageObserver(page, call.payload, dialogPolicy);
  const attached = page.lendTo(call.signal);
  try {
    const acted = await tryAct(attached, action, call, 'unknown');
    if (acted.effect !== 'none') await observer.pending.settle(timeToAct(call), call.signal);
    const whyRefused = () => {
      const refusal = observer.refusal ?? page.refusal;
      return refusal === undefined || acted.failure?.kind === 'forbidden' ? undefined : forbidden(refusal);
    };
    // Looked at before anything is read of the page, and again, as it may leave while its post-conditions are awaited.
    const verdict = whyRefused() ?? (await verify(attached, acted, call));
    const refused = whyRefused();
    const concluded =
      refused === undefined
        ? conclude(acted, verdict, observer.sideEffects)
        : conclude({ ...acted, failure: refused }, undefined, observer.sideEffects);
    return maskAll(concluded, collectSecrets(call.payload, false));
  } finally {
    observer.end();
    attached.release();
    letGo();
  }
}

async function tryAct(
  page: Page,
  action: PageAction,
  call: Call,
  effectIfBroken: 'none' | 'unknown',
): Promise<PageActed> {
  try {
    return await action.act(page, call);
  } catch (error) {
    return { effect: effectIfBroken, failure: translateCdpError(error) };
  }
}

async function verify(page: Page, acted: PageActed, call: Call): Promise<ExpectationVerdict | Failure | undefined> {
  const expect = call.payload.expect as Expectation | undefined; // `as`: checked against the declared schema
  if (expect === undefined || acted.failure !== undefined) return undefined;
  try {
    return await verifyExpectation(page, expect, timeToAct(call));
  } catch (error) {
    return translateCdpError(error);
  }
}
