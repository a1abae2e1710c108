import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Asking, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import { askedAction } from '../../../src/core/asking/asked-action.ts';
import type { Core } from '../../../src/core/core.ts';
import type { Calling } from '../arrive.ts';
import { canBePushed, clientCapabilities } from './client-capabilities.ts';
import { pushQuestions } from './push-questions.ts';

/**
 * How the client of a call can be asked, and what it has said to what it was asked before. Throws the protocol's error where it gives
 * back a state that is not of this call; `nonce_unavailable` where nobody can tell whether that was used.
 */
export async function readAsking(core: Core, { request, context, server, hail }: Calling): Promise<Asking | Failure> {
  const principal = hail.principal.id;
  const { inputResponses, requestState } = context.mcpReq;
  const token: unknown = requestState();
  const asking: Asking = {
    capabilities: clientCapabilities(context, server),
    ...(canBePushed(context) && { ask: pushQuestions(context) }),
    // `as`: it came out of JSON, and the SDK has dropped what is no object
    ...(inputResponses !== undefined && { responses: inputResponses as InputResponses }),
  };
  if (token === undefined) return asking; // whoever needs a state for what it is told will ask again
  const action = askedAction(core, request, principal);
  if (action === undefined) return asking; // refused on its way, with the reason
  const kept = typeof token === 'string' ? await core.requestStates.redeem(token, { principal, action }) : undefined;
  if (kept === undefined) throw invalidState();
  if (isFailure(kept)) return kept;
  return kept.state === undefined ? asking : { ...asking, state: kept.state };
}

function invalidState(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The requestState was changed, has expired, was used before, or is of another call or caller: call again without it',
    { reason: 'invalid_request_state' },
  );
}
