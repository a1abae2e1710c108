import exec from 'k6/execution';
import { isInOrder, readPolled } from '../load/shared/polling.ts';
import { sleepRequest } from '../load/shared/requests.ts';
import { POLL_WAIT_SECONDS, SLEEP_MS, SLEEP_STEPS } from '../load/shared/stages.ts';
import { SCRIPT_OPTIONS } from './options.ts';
import { countAnswer, countFailure } from './outcomes.ts';
import { getJson, mint, postJson } from './post-json.ts';

export const options = SCRIPT_OPTIONS;

/** The next step of this virtual user's flow; k6 gives each user its own copy of this module. */
let id: string | undefined;

/** A `system.sleep` over long polling: each poll goes where the gateway sends it, so any replica must know it. */
export default function (): void {
  const businessKey = `user_${exec.vu.idInTest}`;
  id ??= mint(businessKey);
  if (id === undefined) {
    countFailure();
    return;
  }
  const { request, expected } = sleepRequest({ id, businessKey }, SLEEP_MS);
  id = undefined;
  const startedMs = Date.now();
  const started = postJson('/mcp/polling', request, { Prefer: 'wait=0' });
  let polled = readPolled(started.status, started.body);
  const sequences: number[] = [];
  while (polled.state === 'running') {
    sequences.push(...polled.sequences);
    const next = getJson(polled.path, { Prefer: `wait=${POLL_WAIT_SECONDS}` });
    polled = readPolled(next.status, next.body);
  }
  if (polled.state === 'failed') {
    countFailure();
    return;
  }
  sequences.push(...polled.sequences);
  id = countAnswer(polled.answer, expected, Date.now() - startedMs, {
    'every event, in order': isInOrder(sequences, SLEEP_STEPS),
  });
}
