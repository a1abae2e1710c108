/** Half of a pair in UTF-16 has no form in UTF-8: another character would arrive in its place. */
export function isWholeText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
