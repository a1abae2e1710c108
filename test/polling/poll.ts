import { Ajv2020 } from 'ajv/dist/2020.js';
import { PollEnd, PollPending } from '../../contracts/polling.ts';
import { exchange, type Received, type Sent } from '../http/exchange.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isPending = ajv.compile<PollPending>(PollPending);
const isEnd = ajv.compile<PollEnd>(PollEnd);

export interface PolledPending extends Received {
  readonly pending: PollPending;
  readonly location: string;
  readonly end?: never;
}

export interface PolledEnd extends Received {
  readonly end: PollEnd;
  readonly pending?: never;
}

/** One call of long polling, read by its contract: 202 or 200. Throws for anything else. */
export async function poll(
  origin: string,
  { waitS, headers = {}, ...sent }: Sent & { readonly waitS?: number },
): Promise<PolledPending | PolledEnd> {
  const preferred = waitS === undefined ? {} : { prefer: `wait=${waitS}` };
  const received = await exchange(origin, { path: '/mcp/polling', ...sent, headers: { ...preferred, ...headers } });
  const body: unknown = JSON.parse(received.text);
  const { location = '' } = received.headers;
  if (received.status === 202 && isPending(body)) {
    if (body.trace_id !== received.headers['x-trace-id']) throw new Error(`not the trace id of ${received.text}`);
    return { ...received, pending: body, location };
  }
  if (received.status === 200 && isEnd(body)) return { ...received, end: body };
  throw new Error(`Neither 202 nor 200 by the contract: ${received.status} ${received.text}`);
}

/** Starts an exchange that does not end at once, and gives what to follow. */
export async function begin(origin: string, body: unknown, waitS = 0): Promise<PolledPending> {
  const polled = await poll(origin, { body, waitS });
  if (polled.pending === undefined) throw new Error(`It ended at once: ${polled.text}`);
  return polled;
}

export const get = (origin: string, path: string, waitS?: number) =>
  poll(origin, { method: 'GET', path, ...(waitS !== undefined && { waitS }) });

/** Follows an exchange by its cursors to its end, at each of the origins in turn; gives the events as they came. */
export async function follow(origins: readonly string[], location: string, waitS: number) {
  const events: PollPending['events'] = [];
  let path = location;
  for (let turn = 0; ; turn += 1) {
    const polled = await get(origins[turn % origins.length] ?? '', path, waitS);
    events.push(...(polled.pending ?? polled.end).events);
    if (polled.end !== undefined) return { end: polled.end, events, polls: turn + 1 };
    path = polled.location;
  }
}

/** The same place with another cursor. */
export const withCursor = (location: string, cursor: number | string) =>
  location.replace(/cursor=\d+$/, `cursor=${cursor}`);
