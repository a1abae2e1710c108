import type { Core } from '../src/core/core.ts';

/** What the routes serve from. A reload swaps what these give, for requests that arrive from then on. */
export interface Served {
  core(): Core;
  /** False from the moment the service starts to close. */
  ready(): boolean;
}
