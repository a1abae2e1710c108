import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type RequestOptions,
  TRACEPARENT_META_KEY,
} from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Progress } from '../../../contracts/progress.ts';
import { type HideSecrets, hideInProgress } from '../../../declarative/hide-secrets.ts';
import { ProgressBudget } from '../../../declarative/progress-budget.ts';
import type { Connection } from './connection.ts';
import type { Send } from './send.ts';
import { type Unanswered, whyUnanswered } from './why-unanswered.ts';

/** Past the call's own deadline, so that ours fires first: the SDK's is a net for what we forgot. */
const NET_MS = 10_000;

/** What the server answered: its result as it came. With `resultType: "input_required"` it asks for something first. */
export interface Answered {
  readonly answer: JsonObject;
}

/** And what happened while it was waited for that explains how it ended. */
export interface Ended {
  readonly end: Answered | Unanswered;
  readonly notes: readonly string[];
}

/** Asks the server something for a call: under its signal and its trace, with its progress, by the caller's own capabilities. */
export async function askServer(
  connection: Connection,
  call: Call,
  params: JsonObject,
  send: Send,
  hide: HideSecrets,
): Promise<Ended> {
  const { waiting } = connection;
  waiting.add(call);
  const end = await awaitEnd(connection, call, params, send, hide);
  const isAnswered = 'answer' in end || (end.why !== 'stopped' && end.why !== 'lost');
  return { end, notes: waiting.delete(call, isAnswered) };
}

async function awaitEnd(
  connection: Connection,
  call: Call,
  params: JsonObject,
  send: Send,
  hide: HideSecrets,
): Promise<Answered | Unanswered> {
  try {
    const result = await send(
      connection.client,
      { ...params, ...repeated(call, connection), _meta: metaFor(call, connection) },
      {
        signal: call.signal,
        timeout: Math.min(call.remainingMs() + NET_MS, 2_147_483_647),
        allowInputRequired: true,
        onprogress: reportProgress(call, hide),
      },
    );
    connection.hasAnswered = true;
    // `as`: the client has parsed it, from JSON
    return { answer: result as JsonObject };
  } catch (error) {
    return whyUnanswered(error, call, connection);
  }
}

/** What was asked for by the answer before, and what that is to be given back. */
function repeated({ asking }: Call, { era }: Connection): JsonObject {
  if (era === 'legacy' || asking === undefined) return {};
  const { responses, state } = asking;
  return {
    ...(responses !== undefined && { inputResponses: responses }),
    ...(typeof state?.requestState === 'string' && { requestState: state.requestState }),
  };
}

/** Tasks of a server behind are not looked after: it is told of no client that knows them. */
function metaFor({ traceparent, asking }: Call, { era }: Connection): JsonObject {
  const { extensions: _tasks, ...capabilities } = asking?.capabilities ?? {};
  return {
    [TRACEPARENT_META_KEY]: traceparent,
    ...(era === 'modern' && { [CLIENT_CAPABILITIES_META_KEY]: capabilities, [LOG_LEVEL_META_KEY]: 'info' }),
  };
}

function reportProgress(call: Call, hide: HideSecrets): NonNullable<RequestOptions['onprogress']> {
  const budget = new ProgressBudget();
  return ({ progress, total, message }) => {
    if (!budget.take()) return;
    const told: Progress = {
      ...(total !== undefined && total > 0 && { fraction: Math.min(1, Math.max(0, progress / total)) }),
      ...(message !== undefined && { message: message.slice(0, 2000) }),
      data: { progress, ...(total !== undefined && { total }) },
    };
    call.progress(hideInProgress(told, hide));
  };
}
