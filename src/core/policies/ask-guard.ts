import { type Failure, failure } from '../../../contracts/failure.ts';
import type { GuardedRequest, GuardVerdict } from '../../../contracts/guard.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Core } from '../core.ts';
import { isRecord } from '../is-record.ts';
import type { Stop } from '../stop.ts';
import { stopped } from '../stopped.ts';
import type { Way } from '../way.ts';
import type { NamedGuard } from './policy.ts';
import { readFacts } from './policy-facts.ts';

/** What a guard came to: its verdict, or why there is none. */
type Asked = { readonly verdict: unknown } | { readonly thrown: unknown } | 'late' | 'stopped';

/**
 * `guard_denied` or `guard_challenge` where the guard says so; undefined where it lets the request pass. A guard that fails
 * denies: whoever can make it fail must not get past it.
 */
export async function askGuard(core: Core, way: Way, asked: NamedGuard, stop: Stop): Promise<Failure | undefined> {
  const { name, timeoutMs } = asked;
  const came = await askWithin(asked, describe(way), stop);
  if (came === 'stopped') return stopped(stop.reason ?? 'cancelled', `while the guard ${name} was asked`);
  if (came === 'late') return failed(core, way, name, `gave no answer within its ${timeoutMs} ms`, undefined);
  if ('thrown' in came) return failed(core, way, name, 'threw', came.thrown);
  if (isVerdict(came.verdict)) return translateVerdict(name, came.verdict);
  return failed(core, way, name, 'gave an answer that is no verdict', undefined);
}

async function askWithin(asked: NamedGuard, request: GuardedRequest, stop: Stop): Promise<Asked> {
  const controller = new AbortController();
  let giveUp: (why: 'late' | 'stopped') => void = () => {};
  const givenUp = new Promise<'late' | 'stopped'>((resolve) => {
    giveUp = (why) => {
      resolve(why);
      controller.abort();
    };
  });
  const onStop = (): void => giveUp('stopped');
  stop.signal.addEventListener('abort', onStop, { once: true });
  const timer = setTimeout(() => giveUp('late'), asked.timeoutMs);
  try {
    if (stop.signal.aborted) return 'stopped';
    return await Promise.race([verdictOf(asked, request, controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    stop.signal.removeEventListener('abort', onStop);
  }
}

async function verdictOf({ guard }: NamedGuard, request: GuardedRequest, signal: AbortSignal): Promise<Asked> {
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

/** A module is code of somebody else: what it answers is looked at before it is believed. */
function isVerdict(value: unknown): value is GuardVerdict {
  if (!isRecord(value)) return false;
  if (value.verdict === 'pass') return true;
  if (typeof value.message !== 'string' || value.message === '') return false;
  return value.verdict === 'deny' || (value.verdict === 'challenge' && isRecord(value.challenge));
}

function translateVerdict(name: string, verdict: GuardVerdict): Failure | undefined {
  switch (verdict.verdict) {
    case 'pass':
      return undefined;
    case 'deny':
      return failure('guard_denied', verdict.message, { details: { guard: name } });
    case 'challenge':
      return failure('guard_challenge', verdict.message, {
        hint: 'Nothing was done. Send the same request again with what details.challenge asks for.',
        details: { guard: name, challenge: verdict.challenge },
      });
  }
}

function failed(core: Core, way: Way, name: string, what: string, thrown: unknown): Failure {
  core.journal.guardFailed(way.trace.traceId, name, what, thrown);
  return failure('guard_denied', `The guard ${name} ${what === 'threw' ? 'failed' : what}, so the request is denied`, {
    hint: 'Nothing was done. Whoever runs the service finds in its log why the guard failed.',
    details: { guard: name },
  });
}
