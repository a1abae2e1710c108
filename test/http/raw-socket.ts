import { connect } from 'node:net';
import type { Received } from './exchange.ts';

/** Sends bytes that no HTTP client would send, and reads one response until the connection ends. */
export function exchangeRaw(origin: string, sent: string | Buffer): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseResponse(Buffer.concat(chunks).toString())));
  });
}

function parseResponse(response: string): Received {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const text = rest.join('\r\n\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, bytes: Buffer.from(text), text };
}
