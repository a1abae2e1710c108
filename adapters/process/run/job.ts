/** A file that is open to be locked. */
export interface OpenLock {
  readonly path: string;
  readonly descriptor: number;
}

/** One command to run, with everything filled in. */
export interface Job {
  /** The program that runs the supervisor. */
  readonly perl: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Left out: the command reads the end at once. */
  readonly stdin?: string;
  /** A file that is the command's alone, removed once it has ended. */
  readonly scriptFile?: string;
  readonly lock?: OpenLock;
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
