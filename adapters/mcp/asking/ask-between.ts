import { CLIENT_CAPABILITIES_META_KEY, type InputRequiredResult } from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { Asking, InputRequests, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';

/** As many as the official client goes through: a server that asks on and on is not answered on and on. */
const MOST_ROUNDS = 10;

/** What the parameters of a request hold beside its own. */
export interface SentBeside {
  readonly _meta: JsonObject;
  readonly inputResponses?: InputResponses;
  readonly requestState?: string;
}

/**
 * Sends one request to a server of the 2026-07-28 era and passes on what that asks before it answers: to the caller in the middle of
 * the act where it can be asked then, otherwise by `input_required`, which says what was asked and holds what the server must be
 * given back. A server that asks has not acted: it is sent the whole request again.
 */
export async function askBetween<Result extends object>(
  { asking }: Call,
  send: (beside: SentBeside) => Promise<Result | InputRequiredResult>,
): Promise<Result | Failure> {
  const _meta = { [CLIENT_CAPABILITIES_META_KEY]: asking?.capabilities ?? {} };
  let beside: SentBeside = { _meta, ...saidBefore(asking) };
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    const result = await send(beside);
    if (!isQuestion(result)) return result;
    const requests = (result.inputRequests ?? {}) as InputRequests; // `as`: the client's schema knows no other methods
    const said = await askFor(asking, requests, result.requestState);
    if (isFailure(said)) return said;
    beside = { _meta, ...given(said, result.requestState) };
  }
  return failure('adapter_failed', `The server asked its client more than ${MOST_ROUNDS} times and did not answer`);
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

async function askFor(
  asking: Asking | undefined,
  requests: InputRequests,
  serverState: string | undefined,
): Promise<InputResponses | Failure> {
  const keys = Object.keys(requests);
  if (asking?.ask !== undefined) return keys.length === 0 ? {} : asking.ask(requests);
  const asked = keys.map((key) => `${key} (${requests[key]?.method})`).join(', ');
  return failure('input_required', `The server must be told more first: ${asked || 'to go on'}`, {
    hint: 'Clients of the Model Context Protocol are asked for it, where they declare that they can be.',
    details: {
      requests: JSON.parse(JSON.stringify(requests)),
      state: serverState === undefined ? {} : { server_state: serverState },
    },
  });
}
