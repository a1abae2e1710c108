import type { Transport } from '@modelcontextprotocol/client';
import type { Failure } from '../../../contracts/failure.ts';

/** A transport that knows more of the other side than that it is gone. */
export interface ServerTransport extends Transport {
  /** How a process ended, and what it said last. */
  whyEnded(): string | undefined;
  /** Closes it for good, and tells the server where that is done. */
  leave(): Promise<void>;
}

/** The way to the configured server. */
export interface ServerWay {
  /** A transport for one more connection, not started; a failure where there can be none, as for a command that is not there. */
  createTransport(): ServerTransport | Failure;
  close(): Promise<void>;
}
