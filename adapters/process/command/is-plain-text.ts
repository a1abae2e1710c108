/** Half of a pair in UTF-16: it has no form in UTF-8, and would arrive as another character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text reaches a program as it is: NUL ends an argument. */
export function isPlainText(text: string): boolean {
  return !(text.includes('\0') || LONE_SURROGATE.test(text));
}
