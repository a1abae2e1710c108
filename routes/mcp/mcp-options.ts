import type { Principal } from '../../src/core/principal.ts';
import type { Served } from '../served.ts';

/** What every part of the server for the Model Context Protocol has. */
export interface McpOptions {
  readonly served: Served;
  /** Of this program, as it is told to clients. */
  readonly version: string;
}

/** What is known of the HTTP request that a message came with: handed through the SDK by `authInfo.extra`. */
export interface McpHail {
  readonly bodyBytes: number;
  readonly arrivedAtMs: number;
  readonly traceparent: string | undefined;
  readonly principal: Principal;
}
