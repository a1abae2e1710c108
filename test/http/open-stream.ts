import { type IncomingHttpHeaders, request } from 'node:http';

export interface StreamEvent {
  readonly event: string;
  /** What its data says in JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OpenStream {
  /** Once the head has come. */
  readonly head: Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }>;
  /** All that has come so far. */
  text(): string;
  events(): readonly StreamEvent[];
  /** Whether the whole of it has come. */
  ended(): boolean;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  /** Ends the connection. */
  leave(): void;
}

/** Sends a request and reads its answer as it comes, over a connection of its own. */
export function openStream(
  origin: string,
  body: unknown,
  { path = '/mcp/v2', headers = {} }: { path?: string; headers?: Readonly<Record<string, string>> } = {},
): OpenStream {
  const chunks: Buffer[] = [];
  let isEnded = false;
  const outgoing = request(new URL(path, origin), {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
  });
  const head = new Promise<Awaited<OpenStream['head']>>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => {}); // it is destroyed on purpose
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        isEnded = true;
      });
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
    });
  });
  outgoing.on('error', () => {}); // as above
  outgoing.end(JSON.stringify(body));
  const text = (): string => Buffer.concat(chunks).toString();
  return {
    head,
    text,
    events: () => parseEvents(text()),
    ended: () => isEnded,
    pause: () => outgoing.socket?.pause(),
    resume: () => outgoing.socket?.resume(),
    leave: () => outgoing.destroy(),
  };
}

/** The events that have come whole; comments are left out. */
export function parseEvents(text: string): StreamEvent[] {
  const events = text.split('\n\n').slice(0, -1);
  return events
    .filter((event) => !event.startsWith(':'))
    .map((event) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      return { event: name, data: JSON.parse(data) };
    });
}
