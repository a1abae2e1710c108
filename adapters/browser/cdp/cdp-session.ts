import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type Commands = ProtocolMapping.Commands;
export type Events = ProtocolMapping.Events;

/** One conversation over a connection: with the browser itself, or with one attached target. */
export interface CdpSession {
  /** Undefined: the browser itself. */
  readonly sessionId: string | undefined;
  /** Sends one command. Rejects with `CdpError` when the browser refuses it or the command's time limit passes. */
  send<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): Promise<Commands[M]['returnType']>;
  /** Listens to one event; the returned function ends it. */
  on<E extends keyof Events>(event: E, listener: (...payload: Events[E]) => void): () => void;
}
