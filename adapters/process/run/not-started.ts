import { type Failure, failure } from '../../../contracts/failure.ts';
import type { RunEnd } from './run-end.ts';

/** Why a command was not started. */
export function notStarted({ stopped, errorCode }: RunEnd): Failure {
  if (stopped !== undefined) return failure('cancelled', 'Stopped before the command was started');
  if (errorCode === 'E2BIG') {
    return failure('payload_invalid', 'What the command is given as arguments is longer than the system takes', {
      hint: 'Nothing was done. Send less; whoever keeps the configuration may hand it over on the standard input.',
    });
  }
  return failure(
    'adapter_unavailable',
    `The command could not be started (${errorCode ?? 'its supervisor was killed'})`,
    {
      hint: 'Nothing was done. Look at the machine of the service, and at `command` of the target.',
    },
  );
}
