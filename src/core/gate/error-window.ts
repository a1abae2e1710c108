/** The window moves on in steps of this part of it. */
const BUCKETS = 10;
const NEVER = Number.NEGATIVE_INFINITY;

interface Bucket {
  /** Which step since the clock began; what lies further back than the window is not counted. */
  step: number;
  worked: number;
  failed: number;
}

/** How many requests worked and failed in the last `windowMs`. Ten numbers a target, whatever the load. */
export class ErrorWindow {
  readonly #stepMs: number;
  readonly #buckets: readonly Bucket[] = Array.from({ length: BUCKETS }, () => ({
    step: NEVER,
    worked: 0,
    failed: 0,
  }));

  constructor(windowMs: number) {
    this.#stepMs = windowMs / BUCKETS;
  }

  add(isFailed: boolean, nowMs: number): void {
    const step = Math.floor(nowMs / this.#stepMs);
    const bucket = this.#buckets[step % BUCKETS];
    if (bucket === undefined) return;
    if (bucket.step !== step) {
      bucket.step = step;
      bucket.worked = 0;
      bucket.failed = 0;
    }
    if (isFailed) bucket.failed += 1;
    else bucket.worked += 1;
  }

  totals(nowMs: number): { readonly requests: number; readonly failed: number } {
    const oldest = Math.floor(nowMs / this.#stepMs) - BUCKETS + 1;
    let worked = 0;
    let failed = 0;
    for (const bucket of this.#buckets) {
      if (bucket.step < oldest) continue;
      worked += bucket.worked;
      failed += bucket.failed;
    }
    return { requests: worked + failed, failed };
  }

  clear(): void {
    for (const bucket of this.#buckets) bucket.step = NEVER;
  }
}
