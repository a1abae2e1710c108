import { exchange, type Received, type Sent } from './exchange.ts';
import { readAnswer } from './read-answer.ts';

/** Sends a request to `POST /mcp/v2` and reads its answer. */
export async function send(origin: string, body: unknown, more: Omit<Sent, 'body'> = {}) {
  const received: Received = await exchange(origin, { ...more, body });
  return { ...received, ...readAnswer(received) };
}
