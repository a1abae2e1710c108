import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import { WaybillClientError } from '../../client/waybill-client-error.ts';
import type { Answer } from '../../contracts/answer.ts';
import type { Progress } from '../../contracts/progress.ts';
import { openTestService } from '../open-test-service.ts';
import { serveBytes } from './serve-bytes.ts';

const CONTEXT = { id: 'a-1779999960000-001-8a3f9b2c4d5e6f70', business_key: 'u' };
const FLOW = { domain: 'login-flow', businessKey: 'user_1' };

async function errorOf(promise: Promise<unknown>): Promise<WaybillClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof WaybillClientError) return error;
  throw new Error(`expected a WaybillClientError, found ${String(error)}`);
}

describe('the client against a service', () => {
  test('walks a flow with one minting call, each step the child of the one before', async () => {
    const service = await openTestService();
    const client = new WaybillClient({ baseUrl: service.origin });
    const flow = await client.startFlow(FLOW);
    const answers: Answer[] = [];
    for (const step of [1, 2, 3]) answers.push(await flow.send('system.echo', { payload: { step } }));
    expect(answers.map(({ outcome }) => outcome.result)).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
    expect(answers.map(({ context }) => context?.id.match(/-(\d{3})-[0-9a-f]+$/)?.[1])).toEqual(['001', '002', '003']);
    expect(flow.contextId).toContain('-004-');
  });

  test('gives a rejected outcome as an answer, and the flow goes on from there', async () => {
    const { origin } = await openTestService();
    const flow = await new WaybillClient({ baseUrl: origin }).startFlow(FLOW);
    const rejected = await flow.send('system.ecco');
    expect(rejected.outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'no_route' } });
    expect((await flow.send('system.echo')).outcome.status).toBe('fulfilled');
  });

  test('keeps the path prefix of a gateway', async () => {
    const seen: string[] = [];
    const origin = await serveBytes((request, response) => {
      seen.push(String(request.url));
      response.end('{"contexts": []}');
    });
    await new WaybillClient({ baseUrl: `${origin}/gateway` }).mint('a', 'u');
    expect(seen).toEqual(['/gateway/mcp/v2/contexts']);
  });

  test('sends the headers that it was given', async () => {
    const seen: unknown[] = [];
    const origin = await serveBytes((request, response) => {
      seen.push(request.headers['x-gateway-key']);
      response.end('{"contexts": []}');
    });
    await new WaybillClient({ baseUrl: origin, headers: { 'x-gateway-key': 'k' } }).mint('a', 'u');
    expect(seen).toEqual(['k']);
  });

  test('proves who calls with its token, and asks a function for it before each request', async () => {
    const seen: unknown[] = [];
    const origin = await serveBytes((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"contexts": []}');
    });
    await new WaybillClient({ baseUrl: origin, token: 'key' }).mint('a', 'u');
    let count = 0;
    const renewed = new WaybillClient({ baseUrl: origin, token: async () => `token-${++count}` });
    await renewed.mint('a', 'u');
    await renewed.mint('a', 'u');
    expect(seen).toEqual(['Bearer key', 'Bearer token-1', 'Bearer token-2']);
    const failing = new WaybillClient({ baseUrl: origin, token: () => Promise.reject(new Error('no token')) });
    await expect(failing.mint('a', 'u')).rejects.toThrow('no token');
    expect(seen).toHaveLength(3);
  });

  test('explains without acting', async () => {
    const { origin } = await openTestService();
    const client = new WaybillClient({ baseUrl: origin });
    const { contexts } = await client.mint('a', 'u');
    const context = { id: contexts[0]?.id ?? '', business_key: 'u' };
    const explanation = await client.explain(client.buildRequest({ intent: 'system.echo', context }));
    expect(explanation.would).toBe('act');
  });

  test('tells of progress to whoever asks for it, in order and before the answer', async () => {
    const { origin } = await openTestService();
    const flow = await new WaybillClient({ baseUrl: origin }).startFlow(FLOW);
    const told: (string | undefined)[] = [];
    const onProgress = ({ message }: Progress) => void told.push(message);
    const answer = await flow.send('system.sleep', { payload: { ms: 60, steps: 3 }, onProgress });
    expect(told).toEqual(['step 1 of 3', 'step 2 of 3', 'step 3 of 3']);
    expect(answer.outcome).toMatchObject({ status: 'fulfilled', result: { slept_ms: 60 } });
    const refused = await flow.send('system.sleep', { onProgress });
    expect(refused.outcome.error?.code).toBe('payload_invalid');
    expect(told).toHaveLength(3);
  });

  test('asks for no stream where its capabilities say that it takes none', async () => {
    const { origin, log } = await openTestService();
    const capabilities = { supports_streaming: false };
    const flow = await new WaybillClient({ baseUrl: origin, capabilities }).startFlow(FLOW);
    const told: Progress[] = [];
    const payload = { ms: 10 };
    const { outcome } = await flow.send('system.sleep', { payload, onProgress: (progress) => told.push(progress) });
    expect(outcome.status).toBe('fulfilled');
    expect(told).toEqual([]);
    expect(log().filter(({ msg }) => msg === 'request')).toMatchObject([{ transport: 'http' }]);
  });

  test('says why no context was minted', async () => {
    const { origin } = await openTestService();
    const error = await errorOf(new WaybillClient({ baseUrl: origin }).mint('no spaces', 'u'));
    expect(error).toMatchObject({ kind: 'refused', mayHaveActed: false, httpStatus: 400 });
    expect(error.answer?.outcome.error?.code).toBe('invalid_request');
  });
});

interface BrokenRow {
  readonly because: string;
  readonly listener: RequestListener;
  readonly kind: string;
  readonly mayHaveActed: boolean;
}

const BROKEN: readonly BrokenRow[] = [
  {
    because: 'an error page of a gateway that has no upstream',
    listener: (_request, response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>'),
    kind: 'bad_answer',
    mayHaveActed: false,
  },
  {
    because: 'an error page of a gateway that lost its upstream',
    listener: (_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>'),
    kind: 'bad_answer',
    mayHaveActed: true,
  },
  {
    because: 'JSON of some other service',
    listener: (_request, response) => void response.end('{"ok": true}'),
    kind: 'bad_answer',
    mayHaveActed: true,
  },
  {
    because: 'a redirect, which is not followed',
    listener: (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    kind: 'bad_answer',
    mayHaveActed: true,
  },
  {
    because: 'a connection that breaks before the answer',
    listener: (request) => void request.socket.destroy(),
    kind: 'interrupted',
    mayHaveActed: true,
  },
  {
    because: 'a connection that breaks within the answer',
    listener: (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"outcome"');
      setTimeout(() => request.socket.destroy(), 50);
    },
    kind: 'interrupted',
    mayHaveActed: true,
  },
  { because: 'no answer within the time limit', listener: () => undefined, kind: 'timed_out', mayHaveActed: true },
];

describe('the client without an answer', () => {
  test.for(BROKEN)('throws for $because', async ({ listener, kind, mayHaveActed }) => {
    const client = new WaybillClient({ baseUrl: await serveBytes(listener), answerTimeoutMs: 300 });
    const error = await errorOf(client.send({ intent: 'system.echo', context: CONTEXT }));
    expect({ kind: error.kind, mayHaveActed: error.mayHaveActed }).toEqual({ kind, mayHaveActed });
  });

  test('knows that a dry run has done nothing', async () => {
    const client = new WaybillClient({ baseUrl: await serveBytes((request) => void request.socket.destroy()) });
    const error = await errorOf(client.send({ intent: 'system.echo', context: CONTEXT, mode: 'dry_run' }));
    expect(error).toMatchObject({ kind: 'interrupted', mayHaveActed: false });
  });

  test('knows that nothing was done where nothing listens', async () => {
    const error = await errorOf(
      new WaybillClient({ baseUrl: 'http://127.0.0.1:1' }).send({ intent: 'a', context: CONTEXT }),
    );
    expect(error).toMatchObject({ kind: 'unreachable', mayHaveActed: false });
  });

  test.for([
    { because: 'ends', end: (response: ServerResponse) => response.end() },
    { because: 'is cut off', end: (response: ServerResponse) => response.destroy() },
  ])('does not know what was done where a stream $because without an outcome', async ({ end }) => {
    const baseUrl = await serveBytes((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: progress\ndata: {"fraction":0.5}\n\n: keep-alive\n\nevent: out', () => end(response));
    });
    const told: Progress[] = [];
    const onProgress = (progress: Progress) => void told.push(progress);
    const error = await errorOf(new WaybillClient({ baseUrl }).send({ intent: 'a', context: CONTEXT, onProgress }));
    expect(error).toMatchObject({ kind: 'interrupted', mayHaveActed: true });
    expect(told).toEqual([{ fraction: 0.5 }]);
  });

  test('stops at the signal of its caller, before and while it waits', async () => {
    const client = new WaybillClient({ baseUrl: await serveBytes(() => undefined) });
    const early = await errorOf(client.send({ intent: 'a', context: CONTEXT, signal: AbortSignal.abort() }));
    const late = await errorOf(client.send({ intent: 'a', context: CONTEXT, signal: AbortSignal.timeout(50) }));
    expect([early.kind, early.mayHaveActed]).toEqual(['aborted', false]);
    expect([late.kind, late.mayHaveActed]).toEqual(['aborted', true]);
  });
});
