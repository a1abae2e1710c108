import type { MessagePort } from 'node:worker_threads';
import type { Call } from '../../contracts/adapter.ts';
import type { OutboundRefusal } from '../../contracts/outbound.ts';
import type { Resource } from '../../contracts/resource.ts';

/** What a worker starts with. */
export interface WorkerStart {
  readonly module: string;
  readonly folder: string;
  readonly target: string;
  readonly development: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly resultBytes: number;
  readonly port: MessagePort;
  /** Answers to questions that the worker stands still for. */
  readonly atOnce: MessagePort;
  /** See `COUNTERS`. */
  readonly counters: SharedArrayBuffer;
}

/** Cells of the memory that both threads see. */
export const COUNTERS = {
  /** 1 once a question was answered that the worker stands still for. */
  answered: 0,
  /** How many messages are under way that may be left out: progress and lines for the log. */
  backlog: 1,
} as const;

/** With more of them under way, further ones are left out: a loop that tells its progress must not fill the service's memory. */
export const MOST_BACKLOG = 256;

/** A call without what only this process can do. */
export interface SentCall
  extends Pick<Call, 'intentKey' | 'payload' | 'resources' | 'capabilities' | 'context' | 'principal' | 'traceparent'> {
  /** The same for the probes and the act of one request. */
  readonly id: number;
  readonly remainingMs: number;
}

export type ToWorker =
  | { readonly type: 'execute'; readonly op: number; readonly call: SentCall }
  | { readonly type: 'probe'; readonly op: number; readonly call: SentCall; readonly resource: Resource }
  | { readonly type: 'health' | 'close'; readonly op: number }
  /** The signal of one look. */
  | { readonly type: 'abort'; readonly op: number }
  /** The signal of a call. */
  | { readonly type: 'abortCall'; readonly call: number }
  /** Nobody waits for it any longer. */
  | { readonly type: 'forget'; readonly op: number }
  | { readonly type: 'ping' }
  | { readonly type: 'served'; readonly id: number; readonly value?: unknown; readonly error?: SentError };

export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly refusal?: OutboundRefusal;
  readonly cause?: SentError;
}

/** What a worker says. It comes from a stranger's thread, so each part is looked at before it is used. */
export type FromWorker =
  | { readonly type: 'opened'; readonly json: string }
  /** `reason` is a sentence of ours; `error` is for the log only. */
  | { readonly type: 'unopened'; readonly reason: string; readonly error?: string }
  | { readonly type: 'answer'; readonly op: number; readonly json: string }
  | { readonly type: 'broke'; readonly op: number; readonly why: Breakage; readonly error: string }
  | { readonly type: 'progress'; readonly op: number; readonly json: string }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly json: string; readonly message: string }
  | { readonly type: 'pong'; readonly externalBytes: number }
  | { readonly type: 'ask'; readonly id: number; readonly name: AskName; readonly args: unknown }
  | { readonly type: 'unask'; readonly id: number }
  | { readonly type: 'askNow'; readonly id: number; readonly name: AskNowName; readonly args: unknown };

/** It threw; what it gave can't be written as JSON; or is larger than it may be. */
export type Breakage = 'threw' | 'no_json' | 'too_large';

export const ASKED = ['fetch', 'readBody', 'lookup', 'seal', 'unseal'] as const;
export type AskName = (typeof ASKED)[number];

export const ASKED_NOW = ['refuse', 'isPrivateHost', 'catalogue', 'ownOrigin'] as const;
export type AskNowName = (typeof ASKED_NOW)[number];

export interface SentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | undefined;
  readonly redirect: 'manual' | 'follow' | 'error' | undefined;
}

export interface SentResponse {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined: it has none. */
  readonly body: number | undefined;
}
