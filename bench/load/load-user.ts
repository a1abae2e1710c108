import type { Tally } from './tally.ts';

export interface LoadUser {
  readonly origin: string;
  /** Its number: no two send the same. */
  readonly user: number;
  readonly tally: Tally;
  /** Whether it is time to stop. */
  isOver(): boolean;
}

/** One user of a scenario: sends, checks what comes back, and goes on until it is over. */
export type RunUser = (load: LoadUser) => Promise<void>;
