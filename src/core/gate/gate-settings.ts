export interface BreakerSettings {
  readonly errorPercent: number;
  readonly windowMs: number;
  readonly minRequests: number;
  readonly openMs: number;
  readonly slowMs: number;
}

export interface RetrySettings {
  /** The first one included. */
  readonly attempts: number;
  readonly budgetPercent: number;
}

/** How many requests a target is given at once, and how it is dealt with when it fails. */
export interface GateSettings {
  readonly concurrency: number;
  readonly queue: number;
  readonly breaker: BreakerSettings;
  readonly retry: RetrySettings;
}
