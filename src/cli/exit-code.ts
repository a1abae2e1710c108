/** What the process ends with. Documented in docs/reference/cli.md; scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** The outcome was not fulfilled, or what was checked did not hold. */
  notFulfilled: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** No answer came from the service. */
  unreachable: 3,
  /** The service could not start: the port is taken, or a part of it did not open. */
  cannotStart: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
