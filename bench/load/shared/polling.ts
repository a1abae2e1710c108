import { member } from './check-answer.ts';

/** Imported by k6 as well as by Node: nothing here may import anything but its neighbours. */

/** What a poll brought: where to go on, or the end. */
export type Polled =
  | { readonly state: 'running'; readonly path: string; readonly sequences: readonly number[] }
  | { readonly state: 'finished'; readonly answer: unknown; readonly sequences: readonly number[] }
  | { readonly state: 'failed'; readonly why: string };

export function readPolled(httpStatus: number, body: unknown): Polled {
  const ticket = member(body, 'ticket');
  const cursor = member(body, 'cursor');
  const events = member(body, 'events');
  const sequences = (Array.isArray(events) ? events : [])
    .map((event) => member(event, 'seq'))
    .filter((seq) => typeof seq === 'number');
  if (httpStatus === 202 && typeof ticket === 'string') {
    return { state: 'running', path: `/mcp/polling/${ticket}?cursor=${cursor}`, sequences };
  }
  const answer = member(body, 'answer');
  if (httpStatus === 200 && answer !== undefined) return { state: 'finished', answer, sequences };
  return { state: 'failed', why: `HTTP ${httpStatus}: ${String(JSON.stringify(body)).slice(0, 300)}` };
}

/** 1, 2, 3 … to the end: none missing, none twice, each in its place. */
export function isInOrder(sequences: readonly number[], count: number): boolean {
  return sequences.length === count && sequences.every((seq, index) => seq === (sequences[0] ?? 0) + index);
}
