/** Imported by k6 as well as by Node: nothing here may import anything but its neighbours. */

export const STAGE_NAMES = ['smoke', 'load'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

export interface Stage {
  readonly seconds: number;
  readonly users: number;
}

/** Smoke: that it works at all, in seconds. Load: many at once, long enough for what leaks or piles up to show. */
export const STAGES: Readonly<Record<StageName, Stage>> = {
  smoke: { seconds: 2, users: 4 },
  load: { seconds: 10, users: 32 },
};

/** Requests that one WebSocket keeps in flight. */
export const IN_FLIGHT = 16;

/** What an exchange of the long-polling scenario takes, and in how many steps: an event each. */
export const SLEEP_MS = 400;
export const SLEEP_STEPS = 4;

/** In seconds, as `Prefer: wait` has it: at first none, so that a ticket is handed out; then as long as it takes. */
export const POLL_WAIT_SECONDS = 5;

/** What every scenario must hold. The time limit only catches what is stuck: machines differ, and answers are compared elsewhere. */
export const THRESHOLDS = { mostFailedShare: 0, leastCheckedShare: 1, mostP95Ms: 5000 } as const;

export function stageOf(name: string | undefined): Stage {
  const known = STAGE_NAMES.find((each) => each === (name ?? 'smoke'));
  if (known === undefined) throw new Error(`Expected a stage of ${STAGE_NAMES.join(' or ')}, found ${name}`);
  return STAGES[known];
}
