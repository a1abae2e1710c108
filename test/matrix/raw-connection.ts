import { connect, type Socket } from 'node:net';

/** A connection on which a client does what it wants. */
export interface RawConnection {
  readonly socket: Socket;
  /** What came, until the other side closed it. */
  readonly received: Promise<string>;
}

export function openRaw(origin: string): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const received = new Promise<string>((done) => {
      socket.once('end', () => done(text));
      socket.once('close', () => done(text));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => {}); // 'close' follows
      resolve({ socket, received });
    });
  });
}

export function openManyRaw(origin: string, count: number): Promise<readonly RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => openRaw(origin)));
}

/** Writes one part after the other, and waits in between, until there is none left or the other side has closed it. */
export async function drip({ socket }: RawConnection, parts: readonly string[], everyMs: number): Promise<void> {
  for (const part of parts) {
    if (!socket.writable) return;
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
