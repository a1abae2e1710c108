import { type Failure, failure } from '../../contracts/failure.ts';

const NOT_SENT = 'Nothing was done.';
const RETRY_AFTER_MS = 1000;

/** Where the bridge is, in messages: its address may hold credentials. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export function bridgeDown(host: string, why: string): Failure {
  return failure('adapter_unavailable', `The bridge at ${host} is not connected: ${why}`, {
    hint: `${NOT_SENT} It is tried again all the time; send the same request later.`,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

export function connectionLost(host: string, why: string): Failure {
  return failure('adapter_unavailable', `The connection to the bridge at ${host} ended before it answered: ${why}`, {
    hint: 'What it had done by then is not known, unless this was a read. Look before you send the same again.',
  });
}

export function bridgeMisbehaved(host: string, what: string): Failure {
  return failure('adapter_misbehaved', `The bridge at ${host} ${what}, and was cut off before it answered`, {
    hint: 'What it had done by then is not known, unless this was a read.',
  });
}

export function tooManyInFlight(host: string, most: number): Failure {
  return failure('overloaded', `${most} requests wait for an answer of the bridge at ${host}, as many as may`, {
    hint: `${NOT_SENT} The limit is max_in_flight of the target.`,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

export function readsTooSlowly(host: string, waitingBytes: number, mostBytes: number): Failure {
  return failure(
    'overloaded',
    `The bridge at ${host} reads too slowly: ${waitingBytes} bytes wait for it, and ${mostBytes} may`,
    { hint: `${NOT_SENT} The limit is max_send_buffer_bytes of the target.`, retryAfterMs: RETRY_AFTER_MS },
  );
}

export function messageTooLarge(bytes: number, mostBytes: number): Failure {
  return failure(
    'payload_too_large',
    `The message for the bridge would have ${bytes} bytes; ${mostBytes} are allowed`,
    {
      hint: `${NOT_SENT} The limit is max_message_bytes of the target.`,
    },
  );
}

export function givenUp(): Failure {
  return failure('cancelled', 'The request was given up before the bridge answered');
}
