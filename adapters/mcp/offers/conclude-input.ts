import type { Acted } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';

/**
 * The server asks for something first: the caller is asked, and the call sent again with what it says. A server that asks has not
 * acted, as it is sent the whole request once more.
 */
export function concludeInput({ inputRequests = {}, requestState }: JsonObject): Acted {
  const asked = Object.entries(Object(inputRequests)).map(([key, request]) => `${key} (${Object(request).method})`);
  const details: { readonly [name: string]: JsonValue } = {
    requests: inputRequests,
    state: requestState === undefined ? {} : { requestState },
  };
  return {
    effect: 'none',
    failure: failure('input_required', `The MCP server must be told more first: ${asked.join(', ') || 'to go on'}`, {
      hint: 'Clients of the Model Context Protocol are asked for it, where they declare that they can be.',
      details,
    }),
  };
}
