import { type Failure, failure } from '../../contracts/failure.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { CompiledIntent } from './catalogue.ts';

/** `action_not_supported` where the client did not declare an action that the intent takes. */
export function checkCapabilities(intent: CompiledIntent, request: WaybillRequest): Failure | undefined {
  const supported = request.client_capabilities.supported_actions;
  const { key, actions } = intent.declaration;
  if (actions.every((action) => supported.includes(action))) return undefined;
  const missing = actions.filter((action) => !supported.includes(action));
  return failure(
    'action_not_supported',
    `${key} takes the action ${missing.join(', ')}, which client_capabilities.supported_actions does not hold`,
    {
      field: 'client_capabilities.supported_actions',
      hint: `Add ${missing.map((action) => `"${action}"`).join(', ')} to supported_actions if the client can take part in it.`,
      details: { required: [...actions], missing },
    },
  );
}
