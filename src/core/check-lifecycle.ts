import { type Failure, failure } from '../../contracts/failure.ts';
import type { ContextClaim } from '../../contracts/request.ts';

/** `context_not_active` where the client itself says that the flow is not running. */
export function checkLifecycle(context: ContextClaim): Failure | undefined {
  const lifecycle = context.lifecycle ?? 'active';
  if (lifecycle === 'active') return undefined;
  return failure('context_not_active', `context.lifecycle is ${lifecycle}; only an active context may act`, {
    field: 'context.lifecycle',
    hint: 'Send "active" to go on with this flow, or mint a new context for a new one.',
  });
}
