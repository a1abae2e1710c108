import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Driver } from './drivers/driver.ts';
import { HTTP, MCP } from './drivers/http.ts';
import { POLLING } from './drivers/polling.ts';
import { SSE } from './drivers/sse.ts';
import { V1 } from './drivers/v1.ts';
import type { KeptSocket } from './kept-socket.ts';

const OVER_HTTP: readonly Driver[] = [HTTP, MCP, SSE, POLLING, V1];
/** Names of the transports that the load goes over. */
export const LOADED: readonly string[] = [...OVER_HTTP.map(({ name }) => name), 'websocket'];

const A_SECOND = 200;
const TICK_MS = 5;

/** One request of the load, and what its client saw. */
export interface Sent {
  readonly over: string;
  readonly traceId: string;
  /** `answered`: done as asked; `refused`: told that it was not taken; else why there was no such answer. */
  readonly saw: string;
}

export interface Load {
  readonly origin: string;
  readonly sockets: readonly KeptSocket[];
  readonly request: () => WaybillRequest;
  readonly forMs: number;
}

/** 200 requests a second over all transports in turn, sent by the clock, however long they take. */
export async function loadOverAll({ origin, sockets, request, forMs }: Load): Promise<readonly Sent[]> {
  const sent: Promise<Sent>[] = [];
  const beganMs = performance.now();
  for (let passedMs = 0; passedMs < forMs; passedMs = performance.now() - beganMs) {
    while (sent.length < (passedMs / 1000) * A_SECOND) {
      const driver = OVER_HTTP[sent.length % LOADED.length];
      const socket = sockets[Math.floor(sent.length / LOADED.length) % sockets.length];
      if (driver !== undefined) sent.push(sendOver(driver, origin, request()));
      else if (socket !== undefined) sent.push(sendOn(socket, request()));
    }
    await delay(TICK_MS);
  }
  return Promise.all(sent);
}

async function sendOver(driver: Driver, origin: string, body: WaybillRequest): Promise<Sent> {
  const { traceId, traceparent } = newTrace();
  const sent = { over: driver.name, traceId };
  try {
    const { answer, v1 } = await driver.start(origin, { body }, traceparent).came;
    const isDone = answer?.outcome.status === 'fulfilled' || v1?.success === true;
    return { ...sent, saw: seen(isDone, answer?.outcome.error?.code ?? v1?.error?.code) };
  } catch (thrown) {
    return { ...sent, saw: String(thrown) };
  }
}

async function sendOn(socket: KeptSocket, request: WaybillRequest): Promise<Sent> {
  const { traceId, traceparent } = newTrace();
  const outcome = (await socket.ask(traceId, request, traceparent))?.outcome;
  const saw = outcome === undefined ? 'closed' : seen(outcome.status === 'fulfilled', outcome.error?.code);
  return { over: 'websocket', traceId, saw };
}

function seen(isDone: boolean, code: string | undefined): string {
  if (isDone) return 'answered';
  return code === 'overloaded' ? 'refused' : `told ${code}`;
}

export function newTrace() {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}
