/** What the supervisor is written in. */
export const SUPERVISOR = 'perl';

/** A file that is open to be locked. */
export interface OpenLock {
  readonly path: string;
  readonly descriptor: number;
}

/** One command to run under a supervisor, with everything filled in. */
export interface SupervisedCommand {
  /** The program that runs the supervisor. */
  readonly perl: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A file that is the command's alone, removed once it has ended. */
  readonly scriptFile?: string;
  readonly lock?: OpenLock;
}
