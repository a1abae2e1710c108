import { expect } from 'vitest';
import type { Progress } from '../../../contracts/progress.ts';
import type { Received } from '../../http/exchange.ts';
import { parseAnswer } from '../../http/read-answer.ts';
import { call } from './call.ts';
import type { Came, Driver } from './driver.ts';
import { readCame, readText } from './http.ts';

const PREFER = { prefer: 'wait=1' };

/** An exchange that is started, and polled to its end by the locations that each response names. */
export const POLLING: Driver = {
  name: 'polling',
  // Refused before there was an exchange, it is a request like any.
  transport: (came) => (came !== undefined && came.progress === undefined ? 'http' : 'polling'),
  cancels: true,
  start: (origin, { body, headers }, traceparent) => {
    let locate: (path: string) => void;
    const located = new Promise<string>((resolve) => {
      locate = resolve;
    });
    const first = call(origin, { path: '/mcp/polling', body, headers: { traceparent, ...PREFER, ...headers } });
    const follow = async (): Promise<Came> => {
      const events: Seen[] = [];
      let received = await first.received;
      for (;;) {
        const polled = readPolled(received, events);
        if (polled !== undefined) return polled;
        const path = received.headers.location ?? '';
        locate(path);
        received = await call(origin, { method: 'GET', path, headers: { ...PREFER, ...headers } }).received;
      }
    };
    return {
      came: follow(),
      cancel: async () => {
        const path = await located;
        const { status } = await call(origin, { method: 'DELETE', path }).received;
        expect([200, 202]).toContain(status);
      },
      leave: first.leave,
    };
  },
};

interface Seen {
  readonly seq: number;
  readonly progress: Progress;
}

/** What came of the exchange; undefined while it runs. */
function readPolled(received: Received, events: Seen[]): Came | undefined {
  const { status: http, headers } = received;
  const body = JSON.parse(readText(received));
  // Refused before there was an exchange: told as anywhere else.
  if (http !== 200 && http !== 202) return readCame(received);
  events.push(...body.events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => (events[0]?.seq ?? 0) + index));
  if (http === 202) return undefined;
  return {
    answer: parseAnswer(body.answer),
    http: body.status,
    headers,
    progress: events.map(({ progress }) => progress),
  };
}
