import { Agent, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface HttpCaller {
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  close(): void;
}

/** Longer than a poll is held. */
const ANSWER_WITHIN_MS = 30_000;

/** One keep-alive connection, as one user has. Throws where no JSON comes back. */
export function openHttpCaller(origin: string): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, path: string, text: string | undefined, headers: object): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, origin),
        {
          agent,
          method,
          timeout: ANSWER_WITHIN_MS,
          headers: {
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const status = incoming.statusCode ?? 0;
            const received = Buffer.concat(chunks).toString();
            try {
              resolve({ status, body: JSON.parse(received) });
            } catch {
              reject(new Error(`HTTP ${status} without JSON: ${received.slice(0, 300)}`));
            }
          });
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  return {
    post: (path, body, headers = {}) => call('POST', path, JSON.stringify(body), headers),
    get: (path, headers = {}) => call('GET', path, undefined, headers),
    close: () => agent.destroy(),
  };
}
