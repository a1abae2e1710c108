export interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile in order, comments left out and continued lines joined. */
export function readDockerfile(text: string): readonly Instruction[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^(?<keyword>[A-Z]+)\s+(?<rest>.*)$/.exec(line)?.groups)
    .flatMap((groups) => (groups === undefined ? [] : [{ keyword: groups.keyword ?? '', rest: groups.rest ?? '' }]));
}
