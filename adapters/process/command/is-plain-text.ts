import { isWholeText } from '../../../declarative/is-whole-text.ts';

/** Whether a text reaches a program as it is: NUL ends an argument. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && isWholeText(text);
}
