import type { Caller } from '../../src/core/caller.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { Trace } from '../../src/core/trace.ts';
import type { Served } from '../served.ts';
import type { Tasks } from './tasks/tasks.ts';

/** What every part of the server for the Model Context Protocol has. */
export interface McpOptions {
  readonly served: Served;
  /** Of this program, as it is told to clients. */
  readonly version: string;
  readonly tasks: Tasks;
}

/** What is known of a message beside itself: handed through the SDK by `authInfo.extra`. */
export interface McpHail {
  readonly bodyBytes: number;
  readonly arrivedAtMs: number;
  readonly traceparent: string | undefined;
  readonly principal: Principal;
  /** Left out over stdio. */
  readonly http?: McpHttpHail;
}

/** Of the HTTP request that a message came with. */
export interface McpHttpHail {
  readonly trace: Trace;
  /** The query of the address, without `?`. */
  readonly query: string;
  readonly idempotencyKey: string | undefined;
  /** The name of the tool that it calls. */
  readonly calls: string | undefined;
  /** Gone when its connection closes. */
  readonly caller: Caller;
  /** Has `giveUp` called when the time of the service is over and the message is still not answered. */
  awaits(giveUp: () => void): void;
  answered(): void;
}
