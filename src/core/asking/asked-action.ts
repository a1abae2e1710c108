import { isFailure } from '../../../contracts/failure.ts';
import { intentKey, type WaybillRequest } from '../../../contracts/request.ts';
import { digestAction } from '../action-digest.ts';
import type { Core } from '../core.ts';
import { findRoute } from '../find-route.ts';

/**
 * The action digest of a request as it came, before anything that its caller is asked for was filled in: the same each time that it is
 * sent again. Undefined where its context or its route are no good.
 */
export function askedAction(
  { contexts, routes }: Pick<Core, 'contexts' | 'routes'>,
  request: WaybillRequest,
  principal: string,
): string | undefined {
  const { id, business_key: businessKey } = request.context;
  const context = contexts.verify(id, { businessKey, principal });
  if (isFailure(context)) return undefined;
  const route = findRoute(routes, intentKey(request.intent), context.domain);
  if (isFailure(route)) return undefined;
  return digestAction({ request, domain: context.domain, principal, target: route.target.name });
}
