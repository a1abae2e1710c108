/** Why the service can't start, or take new settings: everything that is wrong, at once. */
export class StartupError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'StartupError';
    this.problems = problems;
  }
}
