import {
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { FAILURES, failure, isFailure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Answered } from '../../src/core/answered.ts';
import type { Core } from '../../src/core/core.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { readToolCall } from '../../src/core/tools/read-tool-call.ts';
import { routeAsking } from './asking/route-asking.ts';
import type { McpContext } from './mcp-context.ts';
import { readHail } from './read-hail.ts';
import { refusal } from './refusals.ts';
import { viewOf } from './tools/view-of.ts';

/** What is wanted of a server behind a target, by the message that asks for it. */
export interface Wanted {
  readonly intentKey: string;
  readonly payload: JsonObject;
  readonly message: object;
  readonly context: McpContext;
  readonly server: Server;
}

/**
 * Has something of a server behind a target, down the way of any request: its result, in MCP's shape, or what its client is asked
 * first. Throws the protocol's error where nothing came of it.
 */
export async function routeBehind(core: Core, wanted: Wanted): Promise<JsonObject | InputRequiredResult> {
  const { intentKey, payload, message, context, server } = wanted;
  const hail = readHail(context);
  const intent = core.offers.intents.get(intentKey);
  if (intent === undefined) throw refusal(core, hail, failure('not_found', 'It is no longer there'));
  const request = readToolCall(
    core.tools,
    viewOf(core, hail, context),
    core.contexts,
    { intent },
    payload,
    hail.principal.id,
  );
  if (isFailure(request)) throw refusal(core, hail, request);
  const end = await routeAsking(core, { request, message, context, server, hail });
  return isInputRequiredResult(end) ? end : resultOf(end);
}

function resultOf({ answer, traceId }: Answered): JsonObject {
  const { error, effect, result } = answer.outcome;
  if (error === undefined && isRecord(result)) return result as JsonObject; // `as`: a result is JSON
  const { code = 'adapter_misbehaved', message = 'The server gave no result', hint, details } = error ?? {};
  const theirs = isRecord(details?.protocol_error) ? details.protocol_error.code : undefined;
  const isTheCallers = theirs === ProtocolErrorCode.InvalidParams || FAILURES[code].blame === 'caller';
  throw new ProtocolError(isTheCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, {
    code,
    effect,
    ...(hint !== undefined && { hint }),
    trace_id: traceId,
  });
}
