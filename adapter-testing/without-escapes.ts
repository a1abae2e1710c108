import { setImmediate as turn } from 'node:timers/promises';

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Runs and rejects where an error escaped meanwhile: a promise that nobody waits for, a throw in a callback. The listeners
 * of the test runner are put aside for that time: they would blame the whole run, not the case in which it happened.
 */
export async function withoutEscapes(run: () => Promise<void>): Promise<void> {
  const escaped: unknown[] = [];
  const keep = (thrown: unknown): void => {
    escaped.push(thrown);
  };
  const others = EVENTS.map((event) => ({ event, listeners: process.rawListeners(event) }));
  for (const event of EVENTS) process.removeAllListeners(event).on(event, keep);
  const failed: unknown[] = [];
  try {
    await run().catch((thrown: unknown) => failed.push(thrown));
    // A rejection is known to be unhandled once the turn in which it happened is over.
    await turn();
    await turn();
  } finally {
    for (const { event, listeners } of others) {
      process.removeListener(event, keep);
      // `as`: they were listeners of this very event
      for (const listener of listeners) process.on(event, listener as (thrown: unknown) => void);
    }
  }
  if (escaped.length === 0 && failed.length === 0) return;
  if (escaped.length === 0) throw failed[0];
  const told = escaped.map((thrown) => `Expected every error to be answered, found one that escaped: ${say(thrown)}`);
  throw new Error([...failed.map(say), ...told].join('\n'));
}

export function say(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
