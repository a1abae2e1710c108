import { CLIENT_CAPABILITIES_META_KEY, type InputRequiredResult } from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { Asking, InputRequests, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';

/** What the parameters of a request hold beside its own. */
export interface SentBeside {
  readonly _meta: JsonObject;
  readonly inputResponses?: InputResponses;
  readonly requestState?: string;
}

/**
 * Sends one request to a server of the 2026-07-28 era. What that asks before it answers ends the act with `input_required`, which says
 * what was asked and holds what the server must be given back: a server that asks has not acted, and is sent the whole request again.
 */
export async function askBetween<Result extends object>(
  { asking }: Call,
  send: (beside: SentBeside) => Promise<Result | InputRequiredResult>,
): Promise<Result | Failure> {
  const _meta = { [CLIENT_CAPABILITIES_META_KEY]: asking?.capabilities ?? {} };
  const result = await send({ _meta, ...saidBefore(asking) });
  return isQuestion(result) ? inputRequired(result) : result;
}

/** What the caller brings that was asked by an earlier request which this one repeats. */
function saidBefore({ responses = {}, state }: Partial<Asking> = {}): Omit<SentBeside, '_meta'> {
  return state === undefined ? {} : given(responses, state.server_state);
}

function given(inputResponses: InputResponses, requestState: unknown): Omit<SentBeside, '_meta'> {
  return { inputResponses, ...(typeof requestState === 'string' && { requestState }) };
}

function isQuestion(result: object): result is InputRequiredResult {
  return 'resultType' in result && result.resultType === 'input_required';
}

function inputRequired({ inputRequests, requestState }: InputRequiredResult): Failure {
  const requests = (inputRequests ?? {}) as InputRequests; // `as`: the client's schema knows no other methods
  const asked = Object.entries(requests).map(([key, { method }]) => `${key} (${method})`);
  return failure('input_required', `The server must be told more first: ${asked.join(', ') || 'to go on'}`, {
    hint: 'Clients of the Model Context Protocol are asked for it, where they declare that they can be.',
    details: {
      requests: JSON.parse(JSON.stringify(requests)),
      state: requestState === undefined ? {} : { server_state: requestState },
    },
  });
}
