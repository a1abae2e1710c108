import type { Acted } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';

/** The server asks for something first: the caller is asked, and the call sent again with what it says. */
export function concludeInput({ inputRequests = {}, requestState }: JsonObject): Acted {
  const details: { readonly [name: string]: JsonValue } = {
    requests: inputRequests,
    ...(requestState !== undefined && { state: { requestState } }),
  };
  return {
    effect: 'none',
    failure: failure('input_required', 'The MCP server asks for something before it goes on', { details }),
  };
}
