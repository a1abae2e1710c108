import type { Outbound, OutboundRequest } from '../../../contracts/outbound.ts';
import type { SentRequest, SentResponse } from '../protocol.ts';
import type { Asking } from './asking.ts';
import type { WorkerWire } from './worker-wire.ts';

/** Of the answers that may have no body, by the Fetch standard. */
const NULL_BODY = new Set([204, 205, 304]);

/** `fetch` by the service, through its guard. The body is read from there piece by piece, as it is asked for. */
export function createFetch(wire: WorkerWire, asking: Asking): Outbound['fetch'] {
  const drop = (id: number): void => wire.send({ type: 'unask', id });
  // A body that nobody reads to its end would keep its connection in the service.
  const lost = new FinalizationRegistry(drop);
  return async (url, request = {}) => {
    const { signal } = request;
    // `as`: what the service answers to a fetch
    const answer = (await asking.ask('fetch', describe(url, request), signal)) as SentResponse;
    const { status, statusText, body: id } = answer;
    let body: ReadableStream<Uint8Array> | null = null;
    if (id !== undefined && NULL_BODY.has(status)) drop(id);
    else if (id !== undefined) {
      body = readThrough(asking, id, signal, () => drop(id));
      lost.register(body, id);
    }
    const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
    const response = new Response(body, { status, statusText, headers });
    return Object.defineProperties(response, { url: { value: answer.url }, redirected: { value: answer.redirected } });
  };
}

function describe(url: string | URL, { method, headers, body, redirect }: OutboundRequest): SentRequest {
  const isSendable = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  if (!isSendable) throw new TypeError('The body of a request to the outside must be text or a Uint8Array');
  return { url: String(url), method, headers: [...new Headers(headers)], body, redirect };
}

function readThrough(
  asking: Asking,
  id: number,
  signal: AbortSignal | undefined,
  drop: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        // `as`: what the service answers to a read
        const piece = (await asking.ask('readBody', id, signal)) as Uint8Array | undefined;
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      } catch (error) {
        drop();
        throw error;
      }
    },
    cancel: drop,
  });
}
