import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openHttpCaller } from './http-caller.ts';
import type { LoadUser } from './load-user.ts';
import { checkAnswer, firstId, member } from './shared/check-answer.ts';
import { echoRequest, mintRequest } from './shared/requests.ts';
import { IN_FLIGHT } from './shared/stages.ts';

const OPEN_WITHIN_MS = 10_000;

interface Sent {
  readonly sentMs: number;
  readonly expected: object;
  readonly businessKey: string;
}

/** One connection that keeps sixteen flows going: each answer, matched by its id, sends the next step of its flow. */
export async function runWebSocketUser({ origin, user, tally, isOver }: LoadUser): Promise<void> {
  const caller = openHttpCaller(origin);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/mcp`, 'mcp-v2', { handshakeTimeout: OPEN_WITHIN_MS });
  const sent = new Map<string, Sent>();
  let turn = 0;

  const send = (id: string, businessKey: string): void => {
    turn += 1;
    const { request, expected } = echoRequest({ id, businessKey }, user, turn);
    sent.set(String(turn), { sentMs: performance.now(), expected, businessKey });
    socket.send(JSON.stringify({ id: String(turn), request }));
  };
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (member(frame, 'event') !== 'outcome') return;
    const frameId = String(member(frame, 'id'));
    const before = sent.get(frameId);
    if (before === undefined)
      return tally.failed(`an answer to nothing that was sent: ${data.toString().slice(0, 300)}`);
    sent.delete(frameId);
    const { checks, nextId } = checkAnswer(member(frame, 'answer'), before.expected);
    tally.answered(performance.now() - before.sentMs, checks);
    if (nextId !== undefined && !isOver()) send(nextId, before.businessKey);
    else if (sent.size === 0) socket.close();
  });

  // Every error ends in a close, and is told by it.
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  try {
    await Promise.race([once(socket, 'open'), closed]);
    for (const error of errors) throw error;
    const keys = Array.from({ length: IN_FLIGHT }, (_, flow) => `user_${user}_${flow}`);
    for (const businessKey of keys) {
      const id = firstId((await caller.post('/mcp/v2/contexts', mintRequest(businessKey))).body);
      if (id === undefined) throw new Error('no context id was minted');
      send(id, businessKey);
    }
    await closed;
    for (const _ of sent) tally.failed(errors[0]?.message ?? 'the connection was closed before the answer');
  } catch (error) {
    tally.failed(error instanceof Error ? error.message : String(error));
    socket.terminate();
  } finally {
    caller.close();
  }
}
