import { readFileSync } from 'node:fs';
import { isRecord } from '../core/is-record.ts';

export type JsonInput = { readonly json: Readonly<Record<string, unknown>> } | { readonly usageError: string };

const STANDARD_INPUT = 0;

const EXPECTED = `expected a JSON object such as '{"hello": "world"}'`;

/** The JSON object in a file, or in standard input for `-`. What stands in it is never repeated: it may hold a password. */
export function readJsonFile(name: string): JsonInput {
  try {
    return parseJson(
      readFileSync(name === '-' ? STANDARD_INPUT : name, 'utf8'),
      name === '-' ? 'standard input' : name,
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { usageError: `${name} can not be read (${code})` };
  }
}

/** A JSON object: as such, or `@FILE`, or `-` for standard input, which keep it out of the list of processes. */
export function readJsonOption(text: string, option: string): JsonInput {
  if (text === '-') return readJsonFile('-');
  return text.startsWith('@') ? readJsonFile(text.slice(1)) : parseJson(text, option);
}

function parseJson(text: string, where: string): JsonInput {
  try {
    const json: unknown = JSON.parse(text);
    if (isRecord(json)) return { json };
    return { usageError: `${where}: ${EXPECTED}, found JSON that is none` };
  } catch {
    // The parser's own message repeats a part of the text.
    return { usageError: `${where}: ${EXPECTED}, found text that is not JSON` };
  }
}
