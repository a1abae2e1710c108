import type { Attempt } from './adapter-subject.ts';

/** Beyond these, one answer of an upstream is a danger to everybody else's requests. */
const MOST_RESULT_BYTES = 16 * 1024 * 1024;
const MOST_FAILURE_BYTES = 64 * 1024;
const MOST_MESSAGE_UNITS = 4096;
const MOST_PROGRESS = 10_000;
const MOST_PROGRESS_BYTES = 1024 * 1024;

/** What of a call's answer and progress is larger than anyone should have to hold. */
export function sizeProblems(key: string, { acted, told }: Attempt): readonly string[] {
  const failure = acted?.failure;
  const largest = Math.max(0, ...told.slice(0, MOST_PROGRESS).map(bytesOf));
  return [
    ...over(`the result of ${key}`, bytesOf(acted?.result), MOST_RESULT_BYTES, 'bytes'),
    ...over(`the failure of ${key}`, bytesOf(failure), MOST_FAILURE_BYTES, 'bytes'),
    ...over(`the message of the failure of ${key}`, failure?.message.length ?? 0, MOST_MESSAGE_UNITS, 'characters'),
    ...over(`the progress of ${key}`, told.length, MOST_PROGRESS, 'reports'),
    ...over(`each progress of ${key}`, largest, MOST_PROGRESS_BYTES, 'bytes'),
  ];
}

function over(what: string, size: number, most: number, unit: string): string[] {
  return size <= most ? [] : [`Expected ${what} to be of at most ${most} ${unit}, found ${size}`];
}

function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch {
    return 0; // no JSON, which is for another case to say
  }
}
