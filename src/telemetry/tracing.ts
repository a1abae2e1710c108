import { context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RandomIds } from '../core/random-ids.ts';
import { createPlainTraces, type OpenTrace, parseTraceparent } from '../core/trace.ts';

/**
 * A span a request where an OpenTelemetry SDK was preloaded (`node --import`), else plain trace ids. Asked once, at
 * boot: without an SDK a request pays nothing for it.
 */
export function createTraces(ids: RandomIds, version: string): OpenTrace {
  const tracer = trace.getTracer('waybill', version);
  const trial = tracer.startSpan('waybill.start', {}, ROOT_CONTEXT);
  trial.end();
  if (!isSpanContextValid(trial.spanContext())) return createPlainTraces(ids);

  return (header) => {
    const parent = parseTraceparent(header);
    const around =
      parent === undefined
        ? context.active()
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.flags,
            isRemote: true,
          });
    const span = tracer.startSpan('waybill.request', { kind: SpanKind.SERVER }, around);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: ({ status, failure, intent }) => {
        span.setAttributes({
          'waybill.intent': intent,
          'waybill.status': status,
          ...(failure !== undefined && { 'error.type': failure }),
        });
        if (failure === 'internal') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}
