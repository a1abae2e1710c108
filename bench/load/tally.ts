import { type Checks, isPassed } from './shared/check-answer.ts';
import { THRESHOLDS } from './shared/stages.ts';

export interface Figures {
  readonly requests: number;
  readonly failed: number;
  /** Checks that passed, and all that were made. */
  readonly passed: number;
  readonly checked: number;
  readonly requestsASecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
  /** What did not hold, a sentence each; empty: all did. */
  readonly crossed: readonly string[];
}

/** What one scenario brought, over all its users. */
export class Tally {
  readonly #durationsMs: number[] = [];
  #failed = 0;
  #passed = 0;
  #checked = 0;
  #firstFailure: string | undefined;
  readonly #startedMs = performance.now();

  answered(durationMs: number, checks: Checks): void {
    this.#durationsMs.push(durationMs);
    const results = Object.values(checks);
    this.#checked += results.length;
    this.#passed += results.filter((passed) => passed === true).length;
    if (!isPassed(checks)) this.#firstFailure ??= `checks: ${JSON.stringify(checks)}`;
  }

  /** No answer, or none that could be read. */
  failed(why: string): void {
    this.#failed += 1;
    this.#firstFailure ??= why;
  }

  figures(): Figures {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const sorted = this.#durationsMs.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const figures = {
      requests: sorted.length + this.#failed,
      failed: this.#failed,
      passed: this.#passed,
      checked: this.#checked,
      requestsASecond: sorted.length / seconds,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      mostMs: sorted.at(-1) ?? 0,
    };
    return { ...figures, crossed: this.#crossed(figures) };
  }

  #crossed({ requests, failed, passed, checked, p95Ms }: Omit<Figures, 'crossed'>): string[] {
    const because = this.#firstFailure === undefined ? '' : `; the first: ${this.#firstFailure}`;
    return [
      ...(checked === 0 ? [`no request was answered${because}`] : []),
      ...(failed > requests * THRESHOLDS.mostFailedShare ? [`${failed} of ${requests} requests failed${because}`] : []),
      ...(passed < checked * THRESHOLDS.leastCheckedShare
        ? [`${checked - passed} of ${checked} checks did not hold${because}`]
        : []),
      ...(p95Ms > THRESHOLDS.mostP95Ms ? [`95 % within ${p95Ms.toFixed(0)} ms, not ${THRESHOLDS.mostP95Ms} ms`] : []),
    ];
  }
}
