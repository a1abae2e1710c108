import type { CdpSession } from '../cdp/cdp-session.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { NavigationPolicy, Refusal } from './navigation-policy.ts';
import { PRIVATE_URL_PATTERNS } from './private-url-patterns.ts';

/** A document request that was not let through. */
export interface RefusedDocument {
  readonly refusal: Refusal;
  readonly frameId: string;
}

/**
 * Lets a session's documents go only where the policy allows: every hop of a redirect, and frames of other sites,
 * which are sessions of their own. Resolves when nothing can slip through any more. Where the main frame's answer came
 * from is its page's to judge.
 */
export async function guardDocuments(
  session: CdpSession,
  openSession: (sessionId: string) => CdpSession,
  policy: NavigationPolicy,
  onRefused: (refused: RefusedDocument) => void,
  mainFrameId: string,
): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
    const refusal = policy.refuse(request.url);
    if (refusal === undefined) ignoreGone(session.send('Fetch.continueRequest', { requestId }));
    else {
      onRefused({ refusal, frameId });
      // `Aborted` leaves the document that is there; any other reason would put an error page in its place.
      ignoreGone(session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
    }
  });
  session.on('Target.attachedToTarget', ({ sessionId, waitingForDebugger }) => {
    const frame = openSession(sessionId);
    ignoreGone(guardDocuments(frame, openSession, policy, onRefused, mainFrameId));
    if (waitingForDebugger) ignoreGone(frame.send('Runtime.runIfWaitingForDebugger'));
  });
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    if (type !== 'Document' || frameId === undefined || frameId === mainFrameId) return;
    const refusal = policy.refuseRemote(response.url, response.remoteIPAddress);
    if (refusal === undefined) return;
    onRefused({ refusal, frameId });
    // Left where it is, a picture of the page would show what it holds.
    ignoreGone(session.send('Page.navigate', { frameId, url: 'about:blank' }));
  });
  // Not awaited: a window that is held back answers it only once it is let go.
  ignoreGone(session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }));
  // By the browser itself: asking here for each request, as for documents, would cost every one of them a way there and back.
  if (policy.closesPrivateAddresses()) {
    ignoreGone(session.send('Network.setBlockedURLs', { urls: [...PRIVATE_URL_PATTERNS] }));
  }
  await Promise.all([
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe' }],
    }),
  ]);
}
