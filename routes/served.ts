import type { Core } from '../src/core/core.ts';
import type { Connections } from './connections.ts';

/** What the routes serve from. A reload swaps what these give, for requests that arrive from then on. */
export interface Served {
  core(): Core;
  /** False from the moment the service starts to close. */
  ready(): boolean;
  /** How long what runs may take to end, once the service closes. */
  leftMs(): number;
  /** Has `listener` called whenever the core is swapped, until the function that it returns is called. */
  onSwap(listener: () => void): () => void;
}

/** As above, for routes that stop what they do when their caller is gone. */
export interface ServedOver {
  readonly served: Served;
  readonly connections: Connections;
}
