import type { WaybillRequest } from '../../../contracts/request.ts';
import type { VerifiedContext } from '../context-ids.ts';
import type { Principal } from '../principal.ts';
import type { Way } from '../way.ts';

/** What policies and guards may know of one request. */
export interface PolicyFacts {
  readonly intentKey: string;
  readonly request: WaybillRequest;
  readonly context: VerifiedContext;
  readonly principal: Principal;
  readonly target: string;
  readonly transport: string;
}

/** Throws where it is asked for too early: a policy that is not judged must let nothing pass. */
export function readFacts(way: Way): PolicyFacts {
  const { request, intent, context, route, principal, hail } = way;
  if (request === undefined || intent === undefined || context === undefined || route === undefined) {
    throw new Error('Policies are judged once the intent, the context and the route are known');
  }
  return {
    intentKey: intent.declaration.key,
    request,
    context,
    principal,
    target: route.target.name,
    transport: hail.transport,
  };
}
