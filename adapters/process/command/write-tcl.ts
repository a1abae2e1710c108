import { type WriteValue, writeText } from '../../../expressions/compile-template.ts';
import { isPlainText } from './is-plain-text.ts';

/**
 * A value as one word of Tcl. Every character but letters and digits becomes `\uXXXX`, which stands for that character wherever Tcl
 * reads a word and ends nothing: no bracket, dollar, quote, brace, line break or backslash is left for a value to break out with,
 * and an encoding can't spoil it either. What is outside the first plane becomes a pair, which Tcl joins again.
 */
export const writeTclWord: WriteValue = (value) => {
  if (Array.isArray(value)) return writeList(value);
  const text = writeText(value);
  return text !== undefined && isPlainText(text) ? escapeTcl(text) : undefined;
};

/** A script that runs another as it stands, ends with code 1 where that fails, and speaks UTF-8 whatever the locale. */
export function wrapTcl(script: string): string {
  return [
    'foreach waybill_channel {stdout stderr} {fconfigure $waybill_channel -encoding utf-8}',
    'unset waybill_channel',
    // 1 is an error; `return` ends a script well. Read from its standard input, an interpreter would go on after an error, and end with code 0.
    `if {[catch {uplevel #0 ${escapeTcl(script)}} waybill_message waybill_options] == 1} {`,
    '  puts stderr [dict get $waybill_options -errorinfo]',
    '  exit 1',
    '}',
    '',
  ].join('\n');
}

/** `list` makes a list of whatever its words are; quoting by hand would have to be done twice. */
function writeList(items: readonly unknown[]): string | undefined {
  const words: string[] = [];
  for (const item of items) {
    const word = writeTclWord(item as Parameters<WriteValue>[0]); // `as`: what is in JSON is JSON
    if (word === undefined) return undefined;
    words.push(word);
  }
  return `[${['list', ...words].join(' ')}]`;
}

function escapeTcl(text: string): string {
  // An empty command comes to nothing, in a word of its own as well as within one.
  if (text === '') return '[]';
  // `charCodeAt` counts in units of UTF-16, as Tcl's escapes do.
  return text.replace(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
