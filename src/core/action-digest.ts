import { hash } from 'node:crypto';
import type { WaybillRequest } from '../../contracts/request.ts';
import { canonicalJson } from './canonical-json.ts';
import type { VerifiedContext } from './context-ids.ts';
import type { Principal } from './principal.ts';
import type { Route } from './route-table.ts';

/** What an action is: the same again under a fresh context id has the same digest. */
export interface Action {
  readonly request: WaybillRequest;
  readonly domain: string;
  readonly principal: string;
  readonly target: string;
}

/**
 * SHA-256, as hex, over the canonical JSON (RFC 8785) of what would be done, for whom and where: what nonces, receipts and
 * the audit log speak of. Context id and mode are not in it.
 */
export function digestAction({ request, domain, principal, target }: Action): string {
  const { intent, context, resources, payload } = request;
  const action = {
    intent: { type: intent.type, sub_type: intent.sub_type },
    domain,
    business_key: context.business_key,
    resources,
    payload,
    principal,
    target,
  };
  return hash('sha256', canonicalJson(action));
}

/** What of a way its digest is made of, and where it is kept. */
export interface DigestedWay {
  readonly principal: Principal;
  readonly request: WaybillRequest | undefined;
  readonly context: VerifiedContext | undefined;
  readonly route: Route | undefined;
  actionDigest: string | undefined;
}

/** The digest of what a request is about to do; undefined as long as its intent, context and route are not all known. */
export function actionDigestOf(way: DigestedWay): string | undefined {
  const { request, context, route, principal } = way;
  if (request === undefined || context === undefined || route === undefined) return undefined;
  way.actionDigest ??= digestAction({
    request,
    domain: context.domain,
    principal: principal.id,
    target: route.target.name,
  });
  return way.actionDigest;
}
