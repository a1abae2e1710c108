import type { Acted } from '../../../contracts/adapter.ts';
import { type Failure, failure } from '../../../contracts/failure.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import type { HideSecrets } from '../../../declarative/hide-secrets.ts';
import { describeExit } from '../command/describe-exit.ts';
import { readResponse } from '../command/response.ts';
import type { RunEnd } from '../run/run-end.ts';
import type { ProcessIntent } from './compile-intent.ts';

/** What a command that has run means for its caller. */
export function conclude(intent: ProcessIntent, end: RunEnd, call: object, hide: HideSecrets): Acted {
  const isRead = intent.declaration.effect === 'read';
  const inDoubt: Effect = isRead ? 'none' : 'unknown';
  if (end.stopped !== undefined || end.how === 'lost') return { effect: inDoubt, failure: endedEarly(end) };
  const read = readResponse(end, intent.output);
  const input = { ...call, response: read.response };
  const matched = intent.matchErrors(input);
  if (matched !== undefined) {
    return { effect: isRead ? 'none' : (matched.effect ?? inDoubt), failure: matched.failure };
  }
  if (end.exitCode !== 0) return { effect: inDoubt, failure: describeExit(end, hide) };
  if (!read.isReadable) return { effect: isRead ? 'none' : 'applied', failure: noJson() };
  return intent.readAnswer(input);
}

function endedEarly({ stopped }: RunEnd): Failure {
  if (stopped === 'output') {
    return failure('adapter_misbehaved', 'The command wrote more than max_output_bytes, and was killed', {
      hint: 'Raise max_output_bytes of the target, or let the command write less.',
    });
  }
  if (stopped === 'lock') {
    return failure(
      'adapter_failed',
      'The command got its lock in the moment in which that was given up, and was ended',
    );
  }
  if (stopped !== undefined) return failure('cancelled', 'The command was stopped before it ended');
  return failure('adapter_failed', 'The process that watches over the command was killed, and the command with it', {
    hint: 'Read the state of what it works on before it is run again.',
  });
}

function noJson(): Failure {
  return failure('adapter_misbehaved', 'The command ended well, and its standard output is no JSON', {
    hint: '`output` of the intent says json: it has to be one JSON value and nothing else.',
  });
}
