/** As deep as the body of a request may be: what is deeper can't be written by everyone who has to. */
const MOST_LEVELS = 200;

/** Throws where a value has no JSON: cycles, bigints, getters that throw, nothing at all, or more levels than anyone reads. */
export function toJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value); // its type leaves out that nothing and functions give undefined
  if (json === undefined) throw new TypeError(`${typeof value} is no JSON`);
  if (json.length > 2 * MOST_LEVELS && isNestedDeeper(json)) {
    throw new TypeError(`It is nested deeper than ${MOST_LEVELS} levels`);
  }
  return json;
}

function isNestedDeeper(json: string): boolean {
  let level = 0;
  // Whole strings are passed over, so that what stands in them does not count.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') level += 1;
    else if (token === ']' || token === '}') level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}
