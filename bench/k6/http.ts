import exec from 'k6/execution';
import { echoRequest } from '../load/shared/requests.ts';
import { SCRIPT_OPTIONS } from './options.ts';
import { countAnswer, countFailure } from './outcomes.ts';
import { mint, postJson } from './post-json.ts';

export const options = SCRIPT_OPTIONS;

/** The next step of this virtual user's flow; k6 gives each user its own copy of this module. */
let id: string | undefined;

/** One `system.echo` after the other over HTTP, each with the id that the answer before it brought. */
export default function (): void {
  const user = exec.vu.idInTest;
  const businessKey = `user_${user}`;
  id ??= mint(businessKey);
  if (id === undefined) {
    countFailure();
    return;
  }
  const { request, expected } = echoRequest({ id, businessKey }, user, exec.vu.iterationInScenario);
  const startedMs = Date.now();
  const { body } = postJson('/mcp/v2', request);
  id = undefined;
  if (body === undefined) countFailure();
  else id = countAnswer(body, expected, Date.now() - startedMs);
}
