import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailureKind } from '../../contracts/failure.ts';
import type { FrameId } from '../../contracts/frames.ts';
import { goodRequest } from '../http/good-request.ts';
import { openLab } from '../http/open-lab.ts';
import { until } from '../http/until.ts';
import { startTestService, type TestService } from '../open-test-service.ts';
import { openClient } from './open-client.ts';

interface BadFrame {
  readonly name: string;
  readonly because: string;
  readonly send: (request: object) => unknown;
  /** The id that its outcome carries; left out: none, as none could be told. */
  readonly id?: FrameId;
  readonly kind?: FailureKind;
  readonly says: string;
  readonly hint?: string;
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const BAD_FRAMES: readonly BadFrame[] = [
  { name: 'an empty one', because: 'there is nothing to do', send: () => '', says: 'The frame is empty' },
  {
    name: 'one that is no JSON',
    because: 'where it is wrong is told, what stands there is not',
    send: () => '{"password": hunter2}',
    says: "The frame cannot be read as JSON: Unexpected token 'h'",
  },
  { name: 'one that ends too early', because: 'cut off', send: () => '{"id":1,', says: 'cannot be read as JSON' },
  {
    name: 'a binary one',
    because: 'requests are text, and a client that sends bytes may mean another protocol',
    send: (request) => Buffer.from(JSON.stringify({ id: 1, request })),
    says: 'The frame is binary',
  },
  { name: 'a number', because: 'a frame has members', send: () => '42', says: 'The frame is not a JSON object' },
  { name: 'null', because: 'typeof null is object', send: () => 'null', says: 'The frame is not a JSON object' },
  {
    name: 'a batch',
    because: 'some protocols send several requests in an array',
    send: (request) => [{ id: 1, request }],
    says: 'The frame is not a JSON object',
  },
  {
    name: 'one without id',
    because: 'nobody could tell whose the outcome is',
    send: (request) => ({ request }),
    says: 'missing id',
    hint: 'A string of 1 to 128 characters, or an integer',
  },
  {
    name: 'a bare request',
    because: 'as it goes over HTTP',
    send: (request) => request,
    says: 'missing id',
  },
  {
    name: 'one without request',
    because: 'there is nothing to do',
    send: () => ({ id: 'a' }),
    id: 'a',
    says: 'missing request',
  },
  ...[null, true, 1.5, '', 'x'.repeat(129), {}, ['a'], 2 ** 53].map(
    (id): BadFrame => ({
      name: `one with the id ${JSON.stringify(id).slice(0, 20)}`,
      because: 'an id is a string of 1 to 128 characters, or an integer',
      send: (request) => ({ id, request }),
      says: 'id has none of the allowed forms',
      hint: 'A string of 1 to 128 characters, or an integer',
    }),
  ),
  {
    name: 'one with a member too many',
    because: 'a misspelt member is not left out in silence',
    send: (request) => ({ id: 'a', request, tracparent: 'x' }),
    id: 'a',
    says: 'unknown property tracparent',
    hint: 'did you mean traceparent?',
  },
  {
    name: 'a request in a member of another name',
    because: 'JSON-RPC calls it params',
    send: (request) => ({ id: 3, params: request }),
    id: 3,
    says: 'missing request',
  },
  {
    name: 'a traceparent that is no text',
    because: 'it is a header over HTTP',
    send: (request) => ({ id: 3, request, traceparent: 7 }),
    id: 3,
    says: 'traceparent must be string, found number',
  },
  {
    name: 'an event that is none of a client',
    because: 'progress and outcome are ours to send',
    send: () => ({ id: 3, event: 'outcome' }),
    id: 3,
    says: 'event must be cancel; found "outcome"',
  },
  {
    name: 'a cancel with a request',
    because: 'it is either',
    send: (request) => ({ id: 3, event: 'cancel', request }),
    id: 3,
    says: 'unknown property request',
  },
  { name: 'a cancel without id', because: 'of what?', send: () => ({ event: 'cancel' }), says: 'missing id' },
  {
    name: 'one nested too deep',
    because: 'whoever walks it by recursion would run out of stack',
    send: () => `{"id":1,"request":${nested(5000)}}`,
    says: 'The frame is nested deeper than 1000 levels',
  },
  {
    name: '__proto__ in the request',
    because: 'it would reach the prototype of whatever object it is copied to',
    send: (request) =>
      JSON.stringify({ id: 1, request }).replace('"payload":{}', '"payload":{"__proto__":{"admin":true}}'),
    says: 'The frame cannot be read as JSON: Object contains forbidden prototype property',
  },
  {
    name: '__proto__ beside the request',
    because: 'as above',
    send: () => '{"id":1,"request":{},"__proto__":{}}',
    says: 'Object contains forbidden prototype property',
  },
];

describe('a frame that cannot be read', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test.for(BAD_FRAMES)('$name is refused and the next is served: $because', async (row) => {
    const client = await openClient(service.origin);
    const linesBefore = service.log().length;
    client.send(row.send(goodRequest(service.settings)));
    const { outcome, trace_id } = await client.outcome(row.id);
    expect(outcome).toMatchObject({ status: 'rejected', effect: 'none' });
    expect(outcome.error).toMatchObject({
      code: row.kind ?? 'invalid_request',
      message: expect.stringContaining(row.says),
    });
    if (row.hint !== undefined) expect(JSON.stringify(outcome.error)).toContain(row.hint);
    const lines = service.log().slice(linesBefore);
    expect(lines).toMatchObject([{ msg: 'request', transport: 'websocket', trace_id, failure: 'invalid_request' }]);
    expect(JSON.stringify([lines, outcome])).not.toContain('unter2');
    expect((await client.ask('next', goodRequest(service.settings))).outcome.status).toBe('fulfilled');
    expect(client.frames).toHaveLength(2);
  });
});

describe('an id that is under way already', () => {
  test('has the second request refused without it, and the first one answered by it', async () => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 'twice', request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 500 } } });
    await until(() => lab.acts.length === 1);
    client.send({ id: 'twice', request: good.request('lab.act') });
    expect((await client.outcome(undefined)).outcome.error).toMatchObject({
      code: 'invalid_request',
      field: 'id',
      details: { id: 'twice' },
    });
    expect((await client.outcome('twice')).outcome.status).toBe('fulfilled');
    expect(lab.acts.map(({ key }) => key)).toEqual(['lab.read']);
    expect((await client.ask('twice', good.request('lab.act'))).outcome.error).toBeUndefined();
  });

  test('is not taken for the first one in a frame that cannot be read either', async () => {
    const { service, good, lab } = await openLab();
    const client = await openClient(service.origin);
    client.send({ id: 5, request: { ...good.request('lab.read'), payload: { do: 'wait', ms: 500 } } });
    await until(() => lab.acts.length === 1);
    client.send({ id: 5, event: 'stop' });
    expect((await client.outcome(undefined)).outcome.error?.code).toBe('invalid_request');
    expect((await client.outcome(5)).outcome.status).toBe('fulfilled');
  });
});
