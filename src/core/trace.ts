import type { RandomIds } from './random-ids.ts';

/** Where a request stands in a distributed trace (W3C Trace Context). */
export interface Trace {
  readonly traceId: string;
  /** For calls further out. */
  readonly traceparent: string;
  end(fields: { readonly status: string; readonly failure: string | undefined; readonly intent: string }): void;
}

export type OpenTrace = (traceparent: string | undefined) => Trace;

/** Version 00 ends with the flags; a later one may go on. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!ff|00)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

export interface ParentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

/** The caller's span, or undefined where the header is missing or not in W3C form. */
export function parseTraceparent(header: string | undefined): ParentSpan | undefined {
  const parts = header === undefined ? null : TRACEPARENT.exec(header);
  if (parts?.[1] === undefined || parts[2] === undefined || parts[3] === undefined) return undefined;
  return { traceId: parts[1], spanId: parts[2], flags: Number.parseInt(parts[3], 16) };
}

/** Traces without an OpenTelemetry SDK: the caller's trace id, or a new one. */
export function createPlainTraces(ids: RandomIds): OpenTrace {
  return (header) => {
    return new PlainTrace(parseTraceparent(header)?.traceId ?? ids.traceId(), ids);
  };
}

/** Most requests call nothing further out: the span id is made when it is first asked for. */
class PlainTrace implements Trace {
  readonly traceId: string;
  readonly #ids: RandomIds;
  #traceparent: string | undefined;

  constructor(traceId: string, ids: RandomIds) {
    this.traceId = traceId;
    this.#ids = ids;
  }

  get traceparent(): string {
    this.#traceparent ??= `00-${this.traceId}-${this.#ids.spanId()}-01`;
    return this.#traceparent;
  }

  end(): void {}
}
