import type { LoadUser, RunUser } from './load-user.ts';
import { isInOrder, readPolled } from './shared/polling.ts';
import { echoRequest, sleepRequest } from './shared/requests.ts';
import { POLL_WAIT_SECONDS, SLEEP_MS, SLEEP_STEPS } from './shared/stages.ts';
import { type Scenario, walkFlow } from './walk-flow.ts';
import { runWebSocketUser } from './web-socket-user.ts';

const http: Scenario = {
  prepare: echoRequest,
  send: async (caller, { request }) => ({ answer: (await caller.post('/mcp/v2', request)).body }),
};

/** Each poll goes where the gateway sends it: any replica must know the exchanges of all. */
const polling: Scenario = {
  prepare: (step) => sleepRequest(step, SLEEP_MS),
  send: async (caller, { request }) => {
    const started = await caller.post('/mcp/polling', request, { prefer: 'wait=0' });
    let polled = readPolled(started.status, started.body);
    const sequences: number[] = [];
    while (polled.state === 'running') {
      sequences.push(...polled.sequences);
      const next = await caller.get(polled.path, { prefer: `wait=${POLL_WAIT_SECONDS}` });
      polled = readPolled(next.status, next.body);
    }
    if (polled.state === 'failed') throw new Error(polled.why);
    sequences.push(...polled.sequences);
    return { answer: polled.answer, more: { 'every event, in order': isInOrder(sequences, SLEEP_STEPS) } };
  },
};

export const SCENARIOS: Readonly<Record<string, RunUser>> = {
  http: (load: LoadUser) => walkFlow(http, load),
  websocket: runWebSocketUser,
  polling: (load: LoadUser) => walkFlow(polling, load),
};
