/** As many as a model should read of one value. */
const MOST_UNITS = 20_000;

/** Text of a caller between fences that it does not contain: what stands in there can't end them. */
export function fenced(text: string): string {
  const clipped =
    text.length > MOST_UNITS ? `${text.slice(0, MOST_UNITS)}\n… (${text.length} characters in all)` : text;
  const longest = Math.max(2, ...[...clipped.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${clipped}\n${fence}`;
}
