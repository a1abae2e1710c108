import { ProtocolError } from '@modelcontextprotocol/client';
import type { InputRequests } from '../../../contracts/asking.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { missingCapabilities } from '../../../contracts/missing-capabilities.ts';
import type { WaitingCalls } from '../connections/waiting-calls.ts';

/**
 * What the specification has for a user who says no. A server that passes it on as the error of its call must not be taken for one
 * that refused the call before it began.
 */
const NOT_ASKED = -1;

/**
 * Answers what a server of the legacy era asks in the middle of a call, or throws at once what it is answered with instead: nobody
 * waits for a caller that can't be asked. Such a server does not say which call it asks for: only where one alone waits is it known
 * who is to be asked.
 */
export async function answerServerRequest(request: InputRequests[string], waiting: WaitingCalls): Promise<JsonObject> {
  const answer = await askCaller(request, waiting);
  if (typeof answer !== 'string') return answer;
  waiting.note(`It asked for ${request.method} in the middle of the call: ${answer}.`);
  throw new ProtocolError(NOT_ASKED, `Nobody was asked: ${answer}`);
}

/** A text: why nobody was asked, or what came instead of an answer. */
async function askCaller(request: InputRequests[string], waiting: WaitingCalls): Promise<JsonObject | string> {
  const call = waiting.alone();
  if (typeof call === 'string') return call;
  const { ask, capabilities = {} } = call.asking ?? {};
  const requests: InputRequests = { server: request };
  const missing = missingCapabilities(requests, capabilities);
  if (missing !== undefined) return `the caller does not declare ${JSON.stringify(missing)}`;
  if (ask === undefined) return 'its caller can be asked then only in a task, or over stdio as a client of 2025';
  const answers = await ask(requests);
  return isFailure(answers) ? answers.message : (answers.server ?? 'the caller said nothing to it');
}
