const FIRST_MS = 100;
/** A bridge that is back must be found within 2 s, the handshake included. */
const MOST_MS = 1000;

/** What is waited before the next attempt after so many that failed: doubled each time, a random half of it taken off. */
export function backOffMs(failedAttempts: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failedAttempts - 1)) * (0.5 + Math.random() / 2);
}
