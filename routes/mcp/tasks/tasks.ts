import type { Exchange } from '../../../src/core/exchanges/exchange.ts';
import type { Exchanges } from '../../../src/core/exchanges/exchanges.ts';
import type { Tickets } from '../../../src/core/exchanges/tickets.ts';
import type { Tool } from '../../../src/core/tools/tool.ts';

/** What tasks stand on: exchanges, as long polling does. The id of a task is the ticket of its exchange. */
export interface Tasks {
  readonly exchanges: Exchanges;
  readonly tickets: Tickets;
  /** The tool that an exchange calls; of those alone that are tasks. */
  readonly tools: WeakMap<Exchange, Tool>;
}
