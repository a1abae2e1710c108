import type { Acted } from '../../contracts/adapter.ts';
import type { Answer } from '../../contracts/answer.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Answered } from './answered.ts';
import { keepState } from './asking/asked-state.ts';
import { auditActed } from './audit.ts';
import { buildOutcome, httpStatus } from './build-outcome.ts';
import type { Core } from './core.ts';
import type { Replay } from './end.ts';
import { fitAnswer } from './fit-answer.ts';
import { isRecord } from './is-record.ts';
import { attachReceipt } from './receipts/attach-receipt.ts';
import type { ReceiptSigner } from './receipts/receipt-signer.ts';
import type { Way } from './way.ts';

/** As long as a context id may be, and longer than any intent: what is no request's is not sent back by the megabyte. */
const MOST_CLAIMED_UNITS = 256;

/** Builds the answer, fits it to the client, and writes down what came of the request: once a request. */
export function conclude(core: Core, way: Way, end: Acted | Failure): Answered {
  const acted = keepState(way, actedOf(end));
  const answer = buildAnswer(core, way, acted);
  return answered(core, way, httpStatus(acted), answer, fitAnswer(answer, mostBytes(way)), undefined);
}

/** As `conclude`, with a receipt. */
export async function concludeSigned(
  core: Core,
  way: Way,
  end: Acted | Failure,
  signer: ReceiptSigner,
): Promise<Answered> {
  const acted = keepState(way, actedOf(end));
  const answer = buildAnswer(core, way, acted);
  const { text, receiptId } = await attachReceipt(signer, way, core.ids.traceId(), answer, mostBytes(way));
  return answered(core, way, httpStatus(acted), answer, text, receiptId);
}

function actedOf(end: Acted | Failure): Acted {
  return isFailure(end) ? { effect: 'none', failure: end } : end;
}

function buildAnswer(core: Core, way: Way, acted: Acted): Answer {
  return {
    intent: answeredIntent(way),
    context: answeredContext(core, way),
    outcome: buildOutcome(acted),
    trace_id: way.trace.traceId,
  };
}

/** What an earlier request was answered, its trace id and its receipt too, as this client can take it. */
export function concludeReplay(core: Core, way: Way, { replayed, http }: Replay): Answered {
  // `as`: only `conclude` wrote it, and the store gives back what it was given
  const first = JSON.parse(replayed) as Answer;
  const answer: Answer = { replayed: true, ...first };
  return answered(core, way, http, answer, fitAnswer(answer, mostBytes(way)), undefined);
}

function mostBytes(way: Way): number {
  return way.request?.client_capabilities.max_payload_size ?? Number.POSITIVE_INFINITY;
}

/** Writes down what came of the request, and hands its answer on. */
function answered(
  core: Core,
  way: Way,
  http: number,
  answer: Answer,
  text: string,
  receiptId: string | undefined,
): Answered {
  record(core, way, answer, http, receiptId);
  return {
    answer,
    text,
    http,
    traceId: way.trace.traceId,
    resourceStatus: way.resourceStatus,
    preferredEncoding: way.request?.client_capabilities.preferred_encoding ?? 'none',
  };
}

function answeredIntent(way: Way): Answer['intent'] {
  if (way.request !== undefined) {
    const { type, sub_type } = way.request.intent;
    return sub_type === undefined ? { type } : { type, sub_type };
  }
  const claimed = claim(way, 'intent');
  if (!isName(claimed?.type)) return null;
  const { type, sub_type } = claimed;
  return isName(sub_type) ? { type, sub_type } : { type };
}

/** Every answer to a valid context names the next step's id, a refusal that came before the context's turn too. */
function answeredContext(core: Core, way: Way): Answer['context'] {
  const claimed = way.request?.context ?? claim(way, 'context');
  const id = claimed?.id;
  const businessKey = claimed?.business_key;
  if (!isName(id)) return null;
  if (way.context !== undefined) return named(id, way.context.nextId);
  if (typeof businessKey !== 'string') return { id };
  const verified = core.contexts.verify(id, { businessKey, principal: way.principal.id });
  return named(id, isFailure(verified) ? undefined : verified.nextId);
}

function named(id: string, nextId: string | undefined): Answer['context'] {
  return nextId === undefined ? { id } : { id, next_id: nextId };
}

function isName(claimed: unknown): claimed is string {
  return typeof claimed === 'string' && claimed.length <= MOST_CLAIMED_UNITS;
}

function claim(way: Way, part: 'intent' | 'context'): Readonly<Record<string, unknown>> | undefined {
  const body = way.arrival?.body;
  const claimed = isRecord(body) ? body[part] : undefined;
  return isRecord(claimed) ? claimed : undefined;
}

function record(
  core: Core,
  way: Way,
  { outcome, replayed, trace_id }: Answer,
  http: number,
  receiptId: string | undefined,
): void {
  const intent = way.intent?.declaration.key;
  const failure = outcome.error?.code;
  core.journal.request({
    traceId: way.trace.traceId,
    transport: way.hail.transport,
    http,
    status: outcome.status,
    effect: outcome.effect,
    failure,
    message: outcome.error?.message,
    intent,
    target: way.route?.target.name,
    principal: way.principal.id,
    contextId: way.context?.id,
    durationMs: performance.now() - way.hail.arrivedAtMs,
    precheckMs: way.precheckMs,
    actMs: way.actMs,
    replayOf: replayed && trace_id,
    attempts: way.attempts,
    callerLeft: way.arrival?.caller.left !== undefined,
  });
  if (core.audit !== undefined && way.dispatched)
    auditActed(core.audit, way, outcome, { status: outcome.status, http, receiptId });
  way.trace.end({ status: outcome.status, failure, intent: intent ?? 'unknown' });
}
