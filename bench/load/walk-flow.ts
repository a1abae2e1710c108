import { type HttpCaller, openHttpCaller } from './http-caller.ts';
import type { LoadUser } from './load-user.ts';
import { type Checks, checkAnswer, firstId } from './shared/check-answer.ts';
import { mintRequest, type Prepared, type Step } from './shared/requests.ts';

/** A failure that comes at once, over and over, must not become a load of its own. */
const AFTER_FAILURE_MS = 100;

export interface Scenario {
  prepare(step: Step, user: number, turn: number): Prepared;
  /** Sends it; brings the answer, and checks beside those of every answer. */
  send(caller: HttpCaller, prepared: Prepared): Promise<{ readonly answer: unknown; readonly more?: Partial<Checks> }>;
}

/** Mints once, then walks on by the next id that each answer brings: one request at a time, as fast as they are answered. */
export async function walkFlow(scenario: Scenario, { origin, user, tally, isOver }: LoadUser): Promise<void> {
  const caller = openHttpCaller(origin);
  const businessKey = `user_${user}`;
  let id: string | undefined;
  for (let turn = 0; !isOver(); turn += 1) {
    try {
      id ??= firstId((await caller.post('/mcp/v2/contexts', mintRequest(businessKey))).body);
      if (id === undefined) throw new Error('no context id was minted');
      const prepared = scenario.prepare({ id, businessKey }, user, turn);
      const startedMs = performance.now();
      const { answer, more } = await scenario.send(caller, prepared);
      const { checks, nextId } = checkAnswer(answer, prepared.expected);
      tally.answered(performance.now() - startedMs, { ...checks, ...more });
      id = nextId;
    } catch (error) {
      tally.failed(error instanceof Error ? error.message : String(error));
      id = undefined;
      await new Promise((resolve) => {
        setTimeout(resolve, AFTER_FAILURE_MS);
      });
    }
  }
  caller.close();
}
