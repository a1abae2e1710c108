import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Call } from '../../../contracts/adapter.ts';
import type { InputRequests } from '../../../contracts/asking.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';

/**
 * Answers what a server of the legacy era asks in the middle of a call, or throws what it is answered with instead. Such a
 * server does not say which call it asks for: only where one alone waits is it known who is to be asked.
 */
export async function answerServerRequest(
  request: InputRequests[string],
  waiting: ReadonlySet<Call>,
): Promise<JsonObject> {
  const [call, ...others] = waiting;
  if (call === undefined) throw refused('no call waits for an answer');
  if (others.length > 0) throw refused('more than one call waits for an answer, and it does not say for which it asks');
  const { asking } = call;
  if (asking?.ask === undefined) throw refused('the caller can not be asked while its call runs');
  const answers = await asking.ask({ server: request });
  if (isFailure(answers)) throw refused(answers.message);
  return answers.server ?? {};
}

function refused(why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, `The caller was not asked: ${why}`);
}
