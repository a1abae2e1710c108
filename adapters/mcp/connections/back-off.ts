const FIRST_MS = 100;
const MOST_MS = 15_000;

/** What is waited before the next attempt after so many that failed: doubled each time, a random part of it taken off. */
export function backOffMs(failedAttempts: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failedAttempts - 1)) * (0.75 + Math.random() / 4);
}
