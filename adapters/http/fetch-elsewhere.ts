import { type Outbound, OutboundRefused } from '../../contracts/outbound.ts';
import type { Method } from './request-keys.ts';
import { codeOf, type SendLimits } from './send.ts';
import type { NoAnswer, Received } from './upstream-answer.ts';

/** Asks an address that is not the target's own: through the guard, and without anything that is meant for the target. */
export async function fetchElsewhere(
  outbound: Outbound,
  method: Method,
  url: string,
  { signal, maxBytes }: SendLimits,
): Promise<Received | NoAnswer> {
  try {
    const response = await outbound.fetch(url, { method, signal, headers: { accept: 'application/json, */*;q=0.5' } });
    const bytes = await readBytes(response, maxBytes);
    if (bytes === undefined) return { why: 'too_large', sent: true, detail: String(maxBytes) };
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
  } catch (thrown) {
    if (thrown instanceof OutboundRefused) return { why: 'refused', sent: false, detail: thrown.message };
    if (signal.aborted) return { why: 'stopped', sent: true, detail: '' };
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    return { why: 'unreachable', sent: true, detail: codeOf(cause ?? thrown) };
  }
}

async function readBytes({ body }: Response, maxBytes: number): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body, and with it the connection.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
