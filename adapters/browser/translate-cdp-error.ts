import { type Failure, failure } from '../../contracts/failure.ts';
import { CdpError } from './cdp/cdp-error.ts';

/** Texts by which Chromium says that a page is not there any more. */
const GONE =
  /No target with given id|Session with given id not found|Inspected target navigated or closed|Target closed|not attached to an active page/i;

/** The browser's words in ours. A throw that is no `CdpError` is a bug and goes on. */
export function translateCdpError(error: unknown): Failure {
  if (!(error instanceof CdpError)) throw error;
  if (error.reason === 'closed') return browserUnavailable();
  if (error.reason === 'aborted') return noLongerWanted();
  if (error.reason === 'timeout') {
    return failure('adapter_failed', `The page did not answer in time (${error.method}).`, {
      hint: 'A script that never ends, or a dialog that was left open, may hold it: send page.close and open it again.',
    });
  }
  if (error.message.includes('Target crashed')) return pageCrashed();
  if (GONE.test(error.message)) {
    return failure('adapter_failed', 'The page was closed while it was acted on.', {
      hint: 'Send page.list to see the pages that are open.',
    });
  }
  return failure('adapter_failed', `The browser refused ${error.method}: ${error.message.slice(0, 300)}`);
}

/** The request was stopped; the core, which knows whether by its deadline or by its caller, says so in its place. */
export function noLongerWanted(): Failure {
  return failure('cancelled', 'The request was stopped while it was about the page.');
}

export function pageCrashed(): Failure {
  return failure('adapter_failed', 'The page has crashed: its process in the browser has died.', {
    hint: 'Send ui_interaction.navigate to load it anew, or page.close.',
    details: { reason: 'page_crashed' },
  });
}

/** Nobody answers at the browser's endpoint; each request looks for it anew. */
export function browserUnavailable(detail?: string): Failure {
  return failure('adapter_unavailable', detail ?? 'The browser does not answer at its endpoint.', {
    hint: 'Start it, or wait until it is back: it is looked for again with each request.',
    retryAfterMs: 1_000,
  });
}
