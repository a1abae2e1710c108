/** Microseconds are as fine as anyone reads. */
export function roundedMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
