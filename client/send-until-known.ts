import type { Answer } from '../contracts/answer.ts';
import { WaybillClientError, type WaybillClientErrorKind } from './waybill-client-error.ts';

/** Ends that leave it open what came of the action, or that nothing did. */
const OPEN_ENDS: readonly WaybillClientErrorKind[] = ['unreachable', 'interrupted', 'bad_answer'];
const FIRST_DELAY_MS = 200;
const MOST_DELAY_MS = 5000;

/**
 * Sends what has a nonce, and so acts once at most, again and again until it is known what came of it, or the time is up: then
 * the last end stands.
 */
export async function sendUntilKnown(
  send: () => Promise<Answer>,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const endsAtMs = performance.now() + limitMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MOST_DELAY_MS)) {
    const end = await send().catch((error: unknown) => {
      if (error instanceof WaybillClientError && OPEN_ENDS.includes(error.kind)) return error;
      throw error;
    });
    const isOver = performance.now() + delayMs >= endsAtMs || signal?.aborted === true;
    if (end instanceof WaybillClientError) {
      if (isOver) throw end;
    } else if (isOver || end.outcome.error?.details?.state !== 'in_flight') return end;
    await pause(delayMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
