import { stringify } from 'yaml';

/** Longer than a page handle, which is there to be copied; shorter than any picture. */
const MAX_SHOWN_CHARACTERS = 1000;

/** Text of pages and services without control characters: an escape sequence in it could rewrite the terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** A JSON value as indented YAML lines, long texts (a screenshot, say) cut short. */
export function valueLines(value: unknown, indent: string): string[] {
  const short: unknown = JSON.parse(JSON.stringify(value ?? null, (_key, part: unknown) => shorten(part)));
  const text = stringify(short, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  return printable(text)
    .split('\n')
    .map((line) => `${indent}${line}`);
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_SHOWN_CHARACTERS) return value;
  return `${value.slice(0, MAX_SHOWN_CHARACTERS)}… (${value.length} characters; --json shows all)`;
}

/** Rows as lines with aligned columns. */
export function tableLines(rows: readonly (readonly string[])[], indent = ''): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    printable(`${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`).trimEnd(),
  );
}
