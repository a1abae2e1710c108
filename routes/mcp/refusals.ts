import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Failure, FailureKind } from '../../contracts/failure.ts';
import { failure } from '../../contracts/failure.ts';
import type { Hail } from '../../src/core/arrival.ts';
import type { Core } from '../../src/core/core.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { refuse, refuseBroken } from '../../src/core/refuse.ts';

/** What a handler throws to answer with an error of JSON-RPC: logged and counted as any refusal. */
export function refusal(core: Core, hail: Hail, why: Failure, code: number = ProtocolErrorCode.InvalidParams) {
  const { outcome, trace_id } = refuse(core, hail, why).answer;
  const { message, ...told } = { ...outcome.error, message: why.message };
  return new ProtocolError(code, message, { ...told, trace_id });
}

/** For a throw that is a bug: its text stays in the log. */
export function brokenError(core: Core, hail: Hail, thrown: unknown): ProtocolError {
  const { answer } = refuseBroken(core, hail, thrown);
  const { message = 'The service has failed', details = {} } = answer.outcome.error ?? {};
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { ...details, trace_id: answer.trace_id });
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Writes down what the SDK refused by itself, such as headers that say something else than the body. */
export function noteRefused(core: Core, hail: Hail, status: number, body: unknown): void {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const message = typeof error.message === 'string' ? error.message : `The message was refused with ${status}`;
  if (status >= 500) refuseBroken(core, hail, new Error(message));
  else refuse(core, hail, failure(KINDS[status] ?? 'invalid_request', message));
}
