/** Why a run was ended before its command had. */
export type StopReason = 'aborted' | 'lock' | 'output';

/** What became of a run. By then nothing of its command is left, and its lock is free. */
export interface RunEnd {
  /**
   * `not_started`: surely nothing ran. `moved`: neither, as the file to lock was replaced while it was waited for. `lost`: who
   * watched over the command was killed, and the command with it.
   */
  readonly how: 'exited' | 'signalled' | 'not_started' | 'moved' | 'lost';
  readonly exitCode: number | undefined;
  /** The number of the signal that ended the command. */
  readonly signal: number | undefined;
  /** Why it was not started: `ENOENT`. */
  readonly errorCode: string | undefined;
  readonly stopped: StopReason | undefined;
  readonly stdout: string;
  /** The end of it, where it was long. */
  readonly stderr: string;
}
