import type { SupervisedCommand } from '../../../supervised/supervised-command.ts';

/** One command to run, with everything filled in. */
export interface Job extends SupervisedCommand {
  /** Left out: the command reads the end at once. */
  readonly stdin?: string;
  /** How long the lock is waited for, where somebody holds it. */
  readonly lockWaitMs?: number;
  /** Called where somebody holds the lock. */
  readonly onWaiting?: () => void;
  /** Called with each line of what the command says, on either output. */
  readonly onLine?: (line: string) => void;
}

/** What holds for every run of a target. */
export interface RunLimits {
  readonly maxOutputBytes: number;
  /** Between TERM and KILL. */
  readonly killAfterMs: number;
}
