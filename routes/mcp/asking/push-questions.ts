import type { Asking, InputRequests, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import { REQUEST_STATE_LIFE_MS } from '../../../src/core/asking/request-states.ts';
import type { McpContext } from '../mcp-context.ts';

/**
 * Asks a client of 2025 over its own connection, while its call goes on; for as long as a
 * request state is good: until it has answered all, or refuses one, or is gone.
 */
export function pushQuestions({ mcpReq }: McpContext): NonNullable<Asking['ask']> {
  const options = { timeout: REQUEST_STATE_LIFE_MS, signal: mcpReq.signal };
  const push = async ([key, { method, params }]: [string, InputRequests[string]]) => {
    const response = await mcpReq.send({ method, ...(params !== undefined && { params }) }, options);
    return [key, response];
  };
  return async (requests) => {
    try {
      const responses = await Promise.all(Object.entries(requests).map(push));
      return Object.fromEntries(responses) as InputResponses; // `as`: the SDK read them out of JSON, by the protocol's schemas
    } catch (error) {
      return unanswered(error);
    }
  };
}

function unanswered(error: unknown): Failure {
  const why = error instanceof Error ? error.message.slice(0, 300) : 'no reason given';
  return failure('input_required', `The caller was asked, and gave no answer: ${why}`);
}
