/** As deep as the body of a request may be: what is deeper can't be written by everyone who has to. */
const MOST_LEVELS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]); // [ {
const CLOSING = new Set([0x5d, 0x7d]); // ] }

/** Throws where a value has no JSON: cycles, bigints, getters that throw, nothing at all, or more levels than anyone reads. */
export function toJson(value: unknown, mostBytes = Number.POSITIVE_INFINITY): string {
  const json: string | undefined = JSON.stringify(value); // its type leaves out that nothing and functions give undefined
  if (json === undefined) throw new TypeError(`${typeof value} is no JSON`);
  const bytes = Buffer.byteLength(json);
  if (bytes > mostBytes) throw new TooLarge(`${bytes} bytes of JSON`);
  if (isNestedDeeper(json)) throw new TypeError(`It is nested deeper than ${MOST_LEVELS} levels`);
  return json;
}

export class TooLarge extends Error {}

function isNestedDeeper(json: string): boolean {
  if (json.length <= 2 * MOST_LEVELS) return false;
  let level = 0;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (OPENING.has(code)) level += 1;
    else if (CLOSING.has(code)) level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json.charCodeAt(index) !== QUOTE) {
    index += json.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
}
