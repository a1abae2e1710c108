import exec from 'k6/execution';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { member } from '../load/shared/check-answer.ts';
import { echoRequest } from '../load/shared/requests.ts';
import { IN_FLIGHT } from '../load/shared/stages.ts';
import { ORIGIN, SCRIPT_OPTIONS } from './options.ts';
import { countAnswer, countFailure } from './outcomes.ts';
import { mint } from './post-json.ts';

export const options = SCRIPT_OPTIONS;

/** Turns of each flow on one connection, which then makes room for the next: an iteration must end before the test does. */
const TURNS = 20;
const LONGEST_MS = 10_000;

interface Sent {
  readonly sentMs: number;
  readonly expected: object;
  readonly businessKey: string;
  readonly turn: number;
}

/** One connection that keeps sixteen flows going: each answer, matched by its id, sends the next step of its flow. */
export default function (): void {
  const user = exec.vu.idInTest;
  const flows = Array.from({ length: IN_FLIGHT }, (_, flow) => {
    const businessKey = `user_${user}_${flow}`;
    return { businessKey, id: mint(businessKey) };
  });
  // Without a subprotocol, which k6 can't offer yet.
  const socket = new WebSocket(`${ORIGIN.replace('http', 'ws')}/mcp`);
  const sent = new Map<string, Sent>();
  let frames = 0;

  const send = (id: string, businessKey: string, turn: number): void => {
    frames += 1;
    const { request, expected } = echoRequest({ id, businessKey }, user, frames);
    sent.set(String(frames), { sentMs: Date.now(), expected, businessKey, turn });
    socket.send(JSON.stringify({ id: String(frames), request }));
  };

  socket.onopen = () => {
    for (const { id, businessKey } of flows) {
      if (id === undefined) countFailure();
      else send(id, businessKey, 1);
    }
    setTimeout(() => socket.close(), LONGEST_MS);
  };
  socket.onmessage = (event) => {
    const frame: unknown = JSON.parse(String(event?.data));
    if (member(frame, 'event') !== 'outcome') return;
    const frameId = String(member(frame, 'id'));
    const before = sent.get(frameId);
    if (before === undefined) {
      countFailure();
      return;
    }
    sent.delete(frameId);
    const nextId = countAnswer(member(frame, 'answer'), before.expected, Date.now() - before.sentMs);
    if (nextId !== undefined && before.turn < TURNS) send(nextId, before.businessKey, before.turn + 1);
    else if (sent.size === 0) socket.close();
  };
  socket.onerror = () => countFailure();
  socket.onclose = () => {
    for (const _ of sent) countFailure();
  };
}
