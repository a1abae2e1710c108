import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Acted } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Answered } from '../../../src/core/answered.ts';
import type { Exchange } from '../../../src/core/exchanges/exchange.ts';
import type { Ticket } from '../../../src/core/exchanges/tickets.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { ownerLost } from '../../../src/core/owner-lost.ts';
import type { Tool } from '../../../src/core/tools/tool.ts';
import { toResult } from '../tools/to-result.ts';

const POLL_INTERVAL_MS = 1000;

/** A task as the protocol tells it, but for its id. */
export function describeTask(exchange: Exchange, tool: Tool, keepMs: number): JsonObject {
  return { ...outlineTask(exchange, keepMs), ...statusOf(exchange, tool) };
}

/** The same without what came of it, and without what it asks. */
export function outlineTask(exchange: Exchange, keepMs: number): JsonObject {
  const { facts, changedAtMs, endedAtMs = Date.now(), message } = exchange;
  return {
    status: Object.keys(exchange.openQuestions()).length > 0 ? 'input_required' : 'working',
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(facts.startedAtMs).toISOString(),
    lastUpdatedAt: new Date(changedAtMs).toISOString(),
    // How long it can surely be read as things are: while it runs that grows, as it is kept from its end on.
    ttlMs: endedAtMs + keepMs - facts.startedAtMs,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}

/** A task whose process is gone: nobody will ever know more of it. */
export function describeLostTask({ startedAtMs }: Ticket): JsonObject {
  const nowMs = Date.now();
  return {
    createdAt: new Date(startedAtMs).toISOString(),
    lastUpdatedAt: new Date(nowMs).toISOString(),
    ttlMs: nowMs - startedAtMs,
    ...lost(),
  };
}

function statusOf(exchange: Exchange, tool: Tool): JsonObject {
  const { end } = exchange;
  if (end === 'lost') return lost();
  if (end !== undefined) return endOf(end, tool);
  const inputRequests = exchange.openQuestions();
  return Object.keys(inputRequests).length > 0 ? { inputRequests: plain(inputRequests) } : {};
}

/** Failed is what has no outcome, or none but an error of the protocol; a rejected or partial outcome completes a task. */
function endOf(end: Answered, tool: Tool): JsonObject {
  const { outcome } = end.answer;
  const { error, effect } = outcome;
  if (error === undefined) return { status: 'completed', result: plain(toResult(end, tool)) };
  const told = { ...error, effect, trace_id: end.traceId };
  const ofUpstream = error.details?.protocol_error;
  // What a server behind lacks in its client is not what its client lacks in this one.
  if (isRecord(ofUpstream) && error.code !== 'input_required')
    return failed(error.message, { data: told, ...ofUpstream });
  if (error.code === 'internal' || error.code === 'owner_lost') return failed(error.message, { data: told });
  if (error.code === 'cancelled') return { status: 'cancelled', statusMessage: `${error.message}; effect: ${effect}` };
  return { status: 'completed', statusMessage: error.message, result: plain(toResult(end, tool)) };
}

function lost(): JsonObject {
  const { effect, failure }: Acted = ownerLost('The replica that ran the task is gone, and what came of it with it');
  const { kind, message = '', hint } = failure ?? {};
  return failed(message, { data: { code: kind, message, hint, effect } });
}

function failed(statusMessage: string, error: object): JsonObject {
  return {
    status: 'failed',
    statusMessage,
    error: plain({ code: ProtocolErrorCode.InternalError, message: statusMessage, ...error }),
  };
}

/** Without members that are undefined. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
