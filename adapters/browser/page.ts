import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { JsonValue } from '../../contracts/json.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/**
 * One attached page of a browser: a CDP session on one target. Inside this adapter a command that fails throws
 * `CdpError`; `translate-cdp-error.ts` turns it into a failure at the adapter's edge, in one place.
 */
export interface Page {
  readonly targetId: string;
  /** Sends one CDP command to the page's session; rejects at the command's own time limit and when the signal aborts. */
  send<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): Promise<Commands[M]['returnType']>;
  /** Listens to a CDP event of the page's session; the returned function ends it. */
  on<E extends keyof Events>(event: E, listener: (...payload: Events[E]) => void): () => void;
  /**
   * Calls a function, given as source text, in an isolated world of the main frame, where the page's own scripts
   * cannot see or change it. Arguments and result travel as JSON.
   */
  call<T extends JsonValue>(functionSource: string, ...args: readonly JsonValue[]): Promise<T>;
}
