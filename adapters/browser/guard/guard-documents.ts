import type { CdpSession } from '../cdp/cdp-session.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { NavigationPolicy, Refusal } from './navigation-policy.ts';

/** A document request that was not let through. */
export interface RefusedDocument {
  readonly refusal: Refusal;
  readonly frameId: string;
}

/**
 * Lets a session's documents go only where the policy allows: every hop of a redirect, and frames of other sites,
 * which are sessions of their own. Resolves when nothing can slip through any more.
 */
export async function guardDocuments(
  session: CdpSession,
  openSession: (sessionId: string) => CdpSession,
  policy: NavigationPolicy,
  onRefused: (refused: RefusedDocument) => void,
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
    ignoreGone(guardDocuments(frame, openSession, policy, onRefused));
    if (waitingForDebugger) ignoreGone(frame.send('Runtime.runIfWaitingForDebugger'));
  });
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
