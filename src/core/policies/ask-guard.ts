import { type Failure, failure } from '../../../contracts/failure.ts';
import type { GuardedRequest, GuardVerdict } from '../../../contracts/guard.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Core } from '../core.ts';
import { isRecord } from '../is-record.ts';
import type { Stop } from '../stop.ts';
import { stopped } from '../stopped.ts';
import type { Way } from '../way.ts';
import { withinRequest } from '../within.ts';
import type { NamedGuard } from './policy.ts';
import { readFacts } from './policy-facts.ts';

/** What a guard answered, or threw. */
type Reply = { readonly verdict: unknown } | { readonly thrown: unknown };

/** What that comes to. */
type Came =
  | { readonly as: 'passed' | 'stopped' }
  | { readonly as: 'denied'; readonly message: string }
  | { readonly as: 'challenged'; readonly message: string; readonly challenge: JsonObject }
  | { readonly as: 'failed'; readonly thrown?: unknown; readonly what: string };

/**
 * `guard_denied` or `guard_challenge` where the guard says so; undefined where it lets the request pass. A guard that fails
 * denies: whoever can make it fail must not get past it.
 */
export async function askGuard(core: Core, way: Way, asked: NamedGuard, stop: Stop): Promise<Failure | undefined> {
  const { name, timeoutMs } = asked;
  const startedMs = performance.now();
  const request = describe(way);
  const came = readReply(await withinRequest(timeoutMs, stop, (signal) => ask(asked, request, signal)), timeoutMs);
  core.journal.guardAsked(name, came.as, performance.now() - startedMs);
  switch (came.as) {
    case 'passed':
      return undefined;
    case 'denied':
      return failure('guard_denied', came.message, { details: { guard: name } });
    case 'challenged':
      return failure('guard_challenge', came.message, {
        hint: 'Nothing was done. Send the same request again with what details.challenge asks for.',
        details: { guard: name, challenge: came.challenge },
      });
    case 'stopped':
      return stopped(stop.reason ?? 'cancelled', `while the guard ${name} was asked`);
    case 'failed':
      core.journal.guardFailed(way.trace.traceId, name, came.what, came.thrown);
      return failure('guard_denied', `The guard ${name} ${came.what}, so the request is denied`, {
        hint: 'Nothing was done. Whoever runs the service finds in its log why the guard failed.',
        details: { guard: name },
      });
  }
}

async function ask({ guard }: NamedGuard, request: GuardedRequest, signal: AbortSignal): Promise<Reply> {
  try {
    const verdict = await guard.check(request, signal);
    // What is no JSON can't be told to the caller: better found out here, as a fault of the guard.
    return { verdict: JSON.parse(JSON.stringify(verdict) ?? 'null') };
  } catch (thrown) {
    return { thrown };
  }
}

function describe(way: Way): GuardedRequest {
  const { intentKey, request, context, principal, target, transport } = readFacts(way);
  return {
    intentKey,
    payload: request.payload as JsonObject, // `as`: it came out of JSON.parse
    resources: request.resources,
    capabilities: request.client_capabilities,
    context: { id: context.id, domain: context.domain, businessKey: request.context.business_key },
    principal: { id: principal.id, attributes: principal.attributes },
    target,
    transport,
    traceparent: way.trace.traceparent,
  };
}

function readReply(reply: Reply | 'late' | 'stopped', timeoutMs: number): Came {
  if (reply === 'stopped') return { as: 'stopped' };
  if (reply === 'late') return { as: 'failed', what: `gave no answer within its ${timeoutMs} ms` };
  if ('thrown' in reply) return { as: 'failed', thrown: reply.thrown, what: 'failed' };
  const { verdict } = reply;
  if (!isVerdict(verdict)) return { as: 'failed', what: 'gave an answer that is no verdict' };
  if (verdict.verdict === 'pass') return { as: 'passed' };
  const { message } = verdict;
  return verdict.verdict === 'deny'
    ? { as: 'denied', message }
    : { as: 'challenged', message, challenge: verdict.challenge };
}

/** A module is code of somebody else: what it answers is looked at before it is believed. */
function isVerdict(value: unknown): value is GuardVerdict {
  if (!isRecord(value)) return false;
  if (value.verdict === 'pass') return true;
  if (typeof value.message !== 'string' || value.message === '') return false;
  return value.verdict === 'deny' || (value.verdict === 'challenge' && isRecord(value.challenge));
}
