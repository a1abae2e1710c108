import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Mood = 'well' | 'hangs' | 'resets' | 'garbage' | 'slow' | 'down';

export interface FakeUpstream {
  readonly origin: string;
  /** How often each act arrived, by its id. */
  readonly arrived: ReadonlyMap<string, number>;
  /** The most acts that were here at once. */
  readonly mostAtOnce: () => number;
  become(mood: Mood): Promise<void>;
}

/** How much longer an act takes where it is slow. */
const SLOWER = 10;

/** An HTTP server that takes `tookMs` for each act, counts what arrives, and fails as it is told. Ends with the test. */
export async function openFakeUpstream(tookMs: number): Promise<FakeUpstream> {
  const arrived = new Map<string, number>();
  let mood: Mood = 'well';
  let here = 0;
  let mostAtOnce = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const id = request.url ?? '';
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    here += 1;
    mostAtOnce = Math.max(mostAtOnce, here);
    response.once('close', () => {
      here -= 1;
    });
    if (mood === 'resets') request.socket.resetAndDestroy();
    else if (mood === 'garbage') response.end('<html>');
    else if (mood !== 'hangs') {
      const tookNowMs = mood === 'slow' ? tookMs * SLOWER : tookMs;
      setTimeout(() => response.end(JSON.stringify({ done: 1 })), tookNowMs);
    }
  };
  const server: Server = createServer(answer);
  const listen = (port: number): Promise<number> =>
    new Promise((resolve) => {
      // `as`: it listens at a port
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  onTestFinished(close);
  return {
    origin: `http://127.0.0.1:${port}`,
    arrived,
    mostAtOnce: () => mostAtOnce,
    become: async (wanted) => {
      if (wanted === 'down') await close();
      else if (mood === 'down') await listen(port);
      mood = wanted;
    },
  };
}
