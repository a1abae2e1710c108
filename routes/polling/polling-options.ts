import type { Exchanges } from '../../src/core/exchanges/exchanges.ts';
import type { Tickets } from '../../src/core/exchanges/tickets.ts';
import type { ServedOver } from '../served.ts';

/** What long polling serves from, on the public listener and on the internal one. */
export interface Polling {
  readonly exchanges: Exchanges;
  readonly tickets: Tickets;
  readonly maxWaitMs: number;
}

export interface PollingOptions extends ServedOver {
  readonly polling: Polling;
}
