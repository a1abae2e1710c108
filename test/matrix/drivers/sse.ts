import { expect } from 'vitest';
import { readAnswer } from '../../http/read-answer.ts';
import { call } from './call.ts';
import type { Driver } from './driver.ts';
import { readCame } from './http.ts';

/** An answer as server-sent events. What was refused before it could be told to be wanted so comes as JSON. */
export const SSE: Driver = {
  name: 'sse',
  transport: (came) => (came !== undefined && came.progress === undefined ? 'http' : 'sse'),
  cancels: false,
  start: (origin, { body, headers }, traceparent) => {
    const { received, leave } = call(origin, {
      body,
      headers: { accept: 'text/event-stream', traceparent, ...headers },
    });
    const came = received.then((response) => {
      if (!response.headers['content-type']?.startsWith('text/event-stream')) return readCame(response);
      const events = parseEvents(response.text);
      const outcome = events.at(-1);
      expect(outcome?.event).toBe('outcome');
      const before = events.slice(0, -1);
      expect(before.map(({ event }) => event)).toEqual(before.map(() => 'progress'));
      return {
        answer: readAnswer({ ...response, text: outcome?.data ?? '' }),
        http: response.status,
        headers: response.headers,
        progress: before.map(({ data }) => JSON.parse(data)),
      };
    });
    return { came, leave };
  },
};

interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** As the standard reads a stream: fields a line, an empty line ends an event, comments are nothing. */
function parseEvents(text: string): readonly ServerSentEvent[] {
  const blocks = text.split('\n\n');
  expect(blocks.pop()).toBe(''); // the last event is ended too
  return blocks
    .map((block) => block.split('\n').filter((line) => !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) => ({ event: fieldOf(lines, 'event'), data: fieldOf(lines, 'data') }));
}

function fieldOf(lines: readonly string[], name: string): string {
  return lines
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))
    .join('\n');
}
