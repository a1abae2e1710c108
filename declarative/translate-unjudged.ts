import { type Failure, failure } from '../contracts/failure.ts';
import type { Unjudged } from '../expressions/read-expression.ts';

/** A template that could not be filled from what the caller sent. */
export function unfillable({ code, at }: Unjudged, what: string): Failure {
  return failure('payload_invalid', `The ${what} can't be made of this request: \`${at}\` comes to nothing (${code})`, {
    hint: 'Nothing was done. Send what the configuration of this intent reads, in a form that fits there.',
    details: { code, at },
  });
}

/** An expression that could not be judged on what the upstream said. */
export function unreadable({ code, at }: Unjudged, what: string): Failure {
  return failure('adapter_misbehaved', `The ${what} can't be read: \`${at}\` comes to nothing (${code})`, {
    hint: 'The upstream answered otherwise than its configuration here expects.',
    details: { code, at },
  });
}
