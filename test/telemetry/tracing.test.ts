import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };

/** Registers an SDK as a preload (`node --import`) does, before the service is opened. */
async function openTracedLab() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  onTestFinished(() => trace.disable());
  const opened = await openLab();
  exporter.reset(); // the span by which the service finds out whether there is an SDK
  return { ...opened, spans: () => exporter.getFinishedSpans() };
}

describe('with an OpenTelemetry SDK', () => {
  test('a request is a span of the trace of its caller', async () => {
    const { service, good, spans } = await openTracedLab();
    const answer = await send(service.origin, good.request('lab.act'), { headers });
    expect(answer.trace_id).toBe(TRACE);
    expect(spans()).toMatchObject([
      {
        name: 'waybill.request',
        kind: SpanKind.SERVER,
        parentSpanContext: { spanId: SPAN, isRemote: true },
        attributes: { 'waybill.intent': 'lab.act', 'waybill.status': 'fulfilled' },
      },
    ]);
    expect(spans()[0]?.spanContext().traceId).toBe(TRACE);
  });

  test('a request without a caller begins a trace, of the id that the answer names', async () => {
    const { service, good, spans } = await openTracedLab();
    const answer = await send(service.origin, good.request());
    expect(spans()).toHaveLength(1);
    expect(spans()[0]?.spanContext().traceId).toBe(answer.trace_id);
    expect(spans()[0]?.parentSpanContext).toBeUndefined();
  });

  test('a refusal is a span too, with its failure kind; only a bug marks it as an error', async () => {
    const { service, good, spans } = await openTracedLab();
    await send(service.origin, good.request('lab.nothing'));
    await send(service.origin, { ...good.request('lab.act'), payload: { do: 'throw', password: 'hunter2' } });
    expect(spans()).toMatchObject([
      { attributes: { 'error.type': 'no_route', 'waybill.intent': 'unknown' }, status: { code: SpanStatusCode.UNSET } },
      { attributes: { 'error.type': 'internal' }, status: { code: SpanStatusCode.ERROR } },
    ]);
    const written = spans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
    expect(JSON.stringify(written)).not.toContain('hunter2');
  });

  test('minting and explaining end their spans', async () => {
    const { service, good, spans } = await openTracedLab();
    const body = { domain: 'a', business_key: 'b' };
    await exchange(service.origin, { path: '/mcp/v2/contexts', body, headers });
    await exchange(service.origin, { path: '/mcp/v2/explain', body: good.request(), headers });
    expect(spans().map(({ attributes }) => attributes['waybill.status'])).toEqual(['minted', 'explained_act']);
  });

  test('an explanation that breaks is told to the trace as a bug', async () => {
    const { service, good, spans } = await openTracedLab();
    const resources = [{ type: 'lever', identifier: 'a', state: 'on', metadata: { throws: true } }];
    const body = { ...good.request('lab.pull'), resources };
    const { status } = await exchange(service.origin, { path: '/mcp/v2/explain', body, headers });
    expect(status).toBe(500);
    expect(spans()).toMatchObject([{ attributes: { 'error.type': 'internal' } }]);
  });
});

describe('without an SDK', () => {
  test('trace ids are W3C all the same, and those of the caller', async () => {
    const { service, good } = await openLab();
    expect((await send(service.origin, good.request(), { headers })).trace_id).toBe(TRACE);
    expect((await send(service.origin, good.request())).trace_id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  });
});
