const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By byte: into a level, out of it, or neither. A table, as a body of a megabyte is walked byte by byte. */
const STEPS = Int8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x5b || byte === 0x7b) return 1; // [ {
  return byte === 0x5d || byte === 0x7d ? -1 : 0; // ] }
});

/** Whether JSON text nests arrays and objects deeper than `most` levels. Text too short for that is not even read. */
export function isNestedDeeper(json: Uint8Array, most: number): boolean {
  if (json.length <= 2 * most) return false;
  let level = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = endOfString(json, index);
    level += STEPS[byte] ?? 0;
    if (level > most) return true;
  }
  return false;
}

function endOfString(json: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== QUOTE) index += json[index] === BACKSLASH ? 2 : 1;
  return index;
}
