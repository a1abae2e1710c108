import { type IncomingHttpHeaders, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes out as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** One exchange over a connection of its own. Unlike `fetch` it sends any header, and decompresses nothing. */
export function exchange(
  origin: string,
  { method = 'POST', path = '/mcp/v2', headers = {}, body }: Sent,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const bytes = toBytes(body);
    const outgoing = request(
      new URL(path, origin),
      {
        method,
        agent: false,
        headers: {
          ...(bytes !== undefined && { 'content-type': 'application/json' }),
          ...(bytes !== undefined && !('transfer-encoding' in headers) && { 'content-length': String(bytes.length) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const all = Buffer.concat(chunks);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: all, text: all.toString() });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** As it goes over the wire. */
export function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
