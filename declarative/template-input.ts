import type { Call } from '../contracts/adapter.ts';
import type { Resource } from '../contracts/resource.ts';

/** The variables of templates and expressions that are about a request. */
export const CALL_VARIABLES = ['payload', 'resources', 'context', 'principal', 'trace_id'] as const;

/** The same of those that are about one of its resources. */
export const PROBE_VARIABLES = ['resource', ...CALL_VARIABLES] as const;

type CallInput = Readonly<Record<(typeof CALL_VARIABLES)[number], unknown>>;

export function callInput({ payload, resources, context, principal, traceparent }: Call): CallInput {
  const { id, domain, businessKey } = context;
  return {
    payload,
    resources,
    context: { id, domain, business_key: businessKey },
    principal,
    trace_id: traceparent.split('-')[1] ?? '',
  };
}

export function probeInput(resource: Resource, call: Call): CallInput & { readonly resource: Resource } {
  return { ...callInput(call), resource };
}
