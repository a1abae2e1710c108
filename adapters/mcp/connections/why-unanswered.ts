import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { Connection } from './connection.ts';
import { describeError, networkCodeOf } from './describe-error.ts';
import { STREAM_ENDED } from './http-transport.ts';

/** Why a request that was to be sent has no result. */
export type Unanswered =
  /** The server answered with an error of the protocol. */
  | { readonly why: 'protocol_error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** The call was over first. */
  | { readonly why: 'stopped' }
  /** Surely nothing was sent, or what was sent was refused before it was looked at. */
  | { readonly why: 'not_sent'; readonly detail: string; readonly isTransient: boolean }
  /** An HTTP status that is none of a good answer. */
  | { readonly why: 'status'; readonly status: number; readonly detail: string }
  /** The connection was lost before the answer. */
  | { readonly why: 'lost'; readonly detail: string }
  /** An answer came, and it is none by the protocol. */
  | { readonly why: 'unreadable'; readonly detail: string };

/** Before a connection is there nothing is sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_.*|SELF_.*|UNABLE_.*|ERR_TLS_.*)$/;
const UNREADABLE: readonly string[] = [
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ClientHttpUnexpectedContent,
];

const FORGOTTEN = 'the server has forgotten the session';
const OTHER_VERSION = 'it speaks another version of the protocol than it did';

/** Tells the errors of the SDK apart, and gives the connection up where it is of no use any longer. */
export function whyUnanswered(error: unknown, { signal }: Call, connection: Connection): Unanswered {
  if (signal.aborted) return { why: 'stopped' };
  if (error instanceof SdkHttpError) return whyStatus(error, connection);
  if (error instanceof ProtocolError) return whyProtocolError(error, connection);
  if (error instanceof SdkError && UNREADABLE.includes(error.code)) {
    return { why: 'unreadable', detail: describeError(error) };
  }
  const detail = describeError(error);
  const code = networkCodeOf(error);
  if (isUnsent(error, code)) {
    connection.drop(detail);
    return { why: 'not_sent', detail: connection.whyEnded() ?? detail, isTransient: true };
  }
  if (code === undefined && error instanceof Error && error.name === 'SyntaxError')
    return { why: 'unreadable', detail };
  return { why: 'lost', detail: connection.whyEnded() ?? detail };
}

function isUnsent(error: unknown, networkCode: string | undefined): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  return networkCode !== undefined && NOT_CONNECTED.test(networkCode);
}

function whyProtocolError({ code, message, data }: ProtocolError, connection: Connection): Unanswered {
  if (data === STREAM_ENDED) return { why: 'lost', detail: message };
  if (code === ProtocolErrorCode.UnsupportedProtocolVersion) {
    // The next call finds out anew how it speaks. This one is not sent again: only its caller may decide that.
    connection.drop(OTHER_VERSION);
    return { why: 'not_sent', detail: OTHER_VERSION, isTransient: false };
  }
  return { why: 'protocol_error', code, message, data };
}

/** A session that the server has forgotten: it says so before it looks at what was asked. */
function whyStatus(error: SdkHttpError, connection: Connection): Unanswered {
  const { status, text } = error.data;
  const isOfSession = status === 400 && /session|not initialized/i.test(typeof text === 'string' ? text : '');
  if (connection.era !== 'legacy' || (status !== 404 && !isOfSession)) {
    return { why: 'status', status, detail: describeError(error) };
  }
  connection.drop(FORGOTTEN);
  return { why: 'not_sent', detail: FORGOTTEN, isTransient: true };
}
