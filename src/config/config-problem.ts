/** One thing that is wrong with the configuration; all of them are listed at once. */
export interface ConfigProblem {
  /** `file:line:column`, or the environment variable or command line option at fault. */
  readonly where: string;
  /** JSON pointer (RFC 6901) into the configuration; empty for the whole of it. */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

/** `waybill.yaml:3:5 /listen/prot: …`, the hint indented on a line of its own. */
export function formatProblem(problem: ConfigProblem): string {
  const pointer = problem.pointer === '' ? '' : ` ${problem.pointer}`;
  const hint = problem.hint === undefined ? '' : `\n    ${problem.hint}`;
  return `${problem.where}${pointer}: ${problem.message}${hint}`;
}
