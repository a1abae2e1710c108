import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { httpKind } from '../../adapters/http/http-adapter.ts';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { isRecord } from '../../src/core/is-record.ts';

/** A back end that can be ended and started again at the same port. */
class BackEnd {
  readonly things = new Map<string, string>();
  #server: Server | undefined;
  #port = 0;
  #onHang = (): void => {};

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  hanging(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHang = resolve;
    });
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port; // `as`: it listens at a port
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [, what = '', name = ''] = (request.url ?? '').split('/');
    response.setHeader('content-type', what === 'flood' ? 'text/plain' : 'application/json');
    if (what === 'hang' || name === 'slow') this.#onHang();
    else if (what === 'flood') flood(response);
    else if (what === 'garbage') response.end('{"a":');
    else if (what === 'no_http') response.socket?.end('nothing that is HTTP\r\n');
    else {
      if (request.method === 'PUT') this.things.set(name, 'made');
      if (what === 'ops') response.setHeader('location', '/hang');
      setTimeout(() => response.end(JSON.stringify({ name, state: this.things.get(name) ?? 'absent' })), 5);
    }
  }
}

function flood(response: ServerResponse): void {
  response.setHeader('content-type', 'text/plain');
  const chunk = 'x'.repeat(65_536);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', more);
  };
  more();
}

const backEnd = new BackEnd();
beforeAll(() => backEnd.start());
afterAll(() => backEnd.stop());

const named = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};
const thing = {
  type: 'object',
  properties: { name: { type: 'string' }, state: { type: 'string' } },
  required: ['name', 'state'],
};
const SECRET = 'a-token-that-nobody-is-told';

const cases = adapterContract({
  kind: httpKind,
  options: (): HttpOptions => ({
    base_url: backEnd.origin,
    auth: { type: 'bearer', token: SECRET },
    intents: {
      'thing.read': {
        path: '/things/{{ payload.name }}',
        payload: named,
        result: thing,
        example: { payload: { name: 'one' } },
      },
      'thing.make': {
        method: 'PUT',
        path: '/things/{{ payload.name }}',
        body: { state: 'made' },
        payload: named,
        result: thing,
        verify: "response.body.state == 'made'",
        example: { payload: { name: 'two' } },
      },
      'thing.order': {
        method: 'POST',
        path: '/things/{{ payload.name }}',
        payload: named,
        example: { payload: { name: 'three' } },
      },
      'op.run': {
        path: '/ops/1',
        body: {},
        poll: { url: '{{ start.headers.location }}', every_ms: 20, until: 'false' },
      },
      'op.flood': { path: '/flood' },
      'op.garbage': { path: '/garbage' },
      'op.no_http': { path: '/no_http' },
    },
    resource_types: {
      thing: { states: ['absent', 'made'], path: '/things/{{ resource.identifier }}', state: 'response.body.state' },
    },
  }),
  calls: {
    'op.run': { leftOut: 'its operation never ends' },
    'op.flood': { leftOut: 'its answer never ends' },
    'op.garbage': { leftOut: 'its answer makes no sense' },
    'op.no_http': { leftOut: 'its answer makes no sense' },
  },
  longCall: { intent: 'op.run', call: { payload: {} }, begun: () => backEnd.hanging() },
  distinct: {
    intent: 'thing.read',
    call: (number) => ({ payload: { name: `number-${number}` } }),
    numberOf: (result) => (isRecord(result) ? Number(String(result.name).replace('number-', '')) : undefined),
  },
  resources: {
    looks: [
      { resource: { type: 'thing', identifier: 'two', state: 'made' } },
      { resource: { type: 'thing', identifier: 'nowhere', state: 'absent' } },
    ],
    slow: { resource: { type: 'thing', identifier: 'slow', state: 'made' } },
  },
  world: () => Object.fromEntries(backEnd.things),
  upstream: { stop: () => backEnd.stop(), start: () => backEnd.start() },
  badAnswers: [
    { intent: 'op.garbage', call: { payload: {} } },
    { intent: 'op.no_http', call: { payload: {} } },
  ],
  flood: { intent: 'op.flood', call: { payload: {} } },
  secrets: [SECRET],
});

for (const { name, run } of cases) test(name, { timeout: 120_000 }, run);
