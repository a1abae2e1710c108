/** Longer than anybody waits; a date of the next century is no wish. */
const MOST_MS = 86_400_000;

/** Milliseconds that an upstream asks to wait (RFC 9110 §10.2.3): seconds or a date. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(MOST_MS, Math.max(0, ms));
}
