import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { InputRequests } from '../../../contracts/asking.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { lackedCapabilities } from './lacked-capabilities.ts';

/** What a session of the 2025 era declares for all of its calls: that it may be asked. Whether it can be is seen when it is. */
export const SESSION_CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } as const;

type Method = InputRequests[string]['method'];
const METHODS: readonly Method[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];
const KEY = 'asked';

/** Calls of one connection to a server of the 2025 era, which asks its client in the middle of a call. */
export interface PushedQuestions {
  /** From now on the call may be asked; `end` once it has ended, with why the server's questions were refused. */
  begin(call: Call): { end(): readonly string[] };
}

/**
 * Answers what the server of this connection asks. Nothing in a question says which call it belongs to: only where one call alone
 * runs is its caller asked. What nobody can be asked is refused at once, so that the server does not wait.
 */
export function answerPushedQuestions(client: Client): PushedQuestions {
  const running = new Map<Call, string[]>();
  const answer = async (method: Method, params: JsonObject | undefined): Promise<JsonObject> => {
    const [only, ...others] = running.keys();
    const why =
      only === undefined
        ? 'no call runs that it could belong to'
        : others.length > 0
          ? 'several calls run at once, and it does not say to which it belongs'
          : undefined;
    const said = why === undefined && only !== undefined ? await askCaller(only, method, params) : why;
    if (typeof said === 'object') return said;
    for (const refused of running.values()) refused.push(`${method}: ${said}`);
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `Nobody can be asked: ${said}`);
  };
  for (const method of METHODS) {
    client.setRequestHandler(method, async ({ params }) => {
      // `as`: params were read from JSON; the answer is the caller's, and the client checks its shape before it sends it
      return (await answer(method, params as JsonObject | undefined)) as never;
    });
  }
  return {
    begin: (call) => {
      const refused: string[] = [];
      running.set(call, refused);
      return {
        end: () => {
          running.delete(call);
          return refused;
        },
      };
    },
  };
}

/** What the caller says; a text where it can't be asked. */
async function askCaller(
  { asking }: Call,
  method: Method,
  params: JsonObject | undefined,
): Promise<JsonObject | string> {
  const requests: InputRequests = { [KEY]: { method, ...(params !== undefined && { params }) } };
  const lacked = lackedCapabilities(requests, asking?.capabilities ?? {});
  if (lacked !== undefined) return `the caller does not declare ${JSON.stringify(lacked)}`;
  if (asking?.ask === undefined) return 'the caller can be asked before a call, not in the middle of one';
  const said = await asking.ask(requests);
  return isFailure(said) ? said.message : (said[KEY] ?? 'the caller said nothing to it');
}
