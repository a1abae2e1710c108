import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { FAILURES, isFailure } from '../../contracts/failure.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import { parseBody } from '../../routes/json-bodies.ts';
import type { Arrival } from '../../src/core/arrival.ts';
import { Caller } from '../../src/core/caller.ts';
import type { Core } from '../../src/core/core.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { ANONYMOUS } from '../../src/core/principal.ts';
import { openTestCore } from '../core/open-test-core.ts';
import { goodRequest } from '../http/good-request.ts';
import { GENEROUS_MS, runProperty } from './run-property.ts';

let core: Core;
let good: WaybillRequest;

beforeAll(async () => {
  const opened = await openTestCore();
  core = opened.core;
  good = goodRequest(opened.settings);
});

function arrivalOf(body: unknown, bodyBytes: number): Arrival {
  return {
    transport: 'http',
    arrivedAtMs: performance.now(),
    traceparent: undefined,
    principal: ANONYMOUS,
    body,
    bodyBytes,
    capabilitiesHeader: undefined,
    idempotencyKey: undefined,
    caller: new Caller(),
  };
}

/** Every refusal says of what kind it is and what is wrong, with places that exist in a request. */
function expectWellFormed(refused: unknown): void {
  if (!isFailure(refused)) throw new Error(`no refusal: ${JSON.stringify(refused)}`);
  const { http, blame } = FAILURES[refused.kind];
  const { length } = refused.message;
  const problems = refused.details?.problems ?? [];
  const isWellFormed =
    http >= 400 &&
    blame === 'caller' &&
    length > 5 &&
    length < 2000 &&
    Array.isArray(problems) &&
    problems.every(isProblem);
  if (!isWellFormed) throw new Error(`a refusal that is not well-formed: ${JSON.stringify(refused)}`);
}

function isProblem(problem: unknown): boolean {
  if (!isRecord(problem)) return false;
  return typeof problem.message === 'string' && typeof problem.pointer === 'string' && /^(\/|$)/.test(problem.pointer);
}

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'intent', 'id', '', 'a/b~c', 'é'];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 8 }));
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    true,
    [],
    {},
    [[]],
    'x'.repeat(300),
    '\0',
    '\u{1F600}',
  ),
  fc.dictionary(name, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
);

/** JSON, JSON with something wrong about it, and bytes. */
const bytes = fc.oneof(
  fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
  fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '}', '"', '\\', '\0', '1e', '{"__proto__":{}}', '/**/', ',,'))
    .map(([text, at, by]) =>
      Buffer.from(text.slice(0, at % (text.length + 1)) + by + text.slice(at % (text.length + 1))),
    ),
  fc.tuple(fc.json(), fc.nat()).map(([text, at]) => Buffer.from(text).subarray(0, at % (text.length + 1))),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"a":['), fc.nat({ max: 300 }))
    .map(([open, count]) => Buffer.from(open.repeat(count))),
  fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array)),
  fc.dictionary(name, odd, { maxKeys: 4 }).map((object) => Buffer.from(JSON.stringify(object))),
);

test('whatever bytes come are read or refused in a well-formed way, and bring no prototype along', {
  timeout: GENEROUS_MS,
}, async () => {
  await runProperty(
    'bodies',
    fc.property(bytes, (body) => {
      const parsed = parseBody(body);
      if (isFailure(parsed)) {
        expectWellFormed(parsed);
        return;
      }
      if (namesIn(parsed.json).includes('__proto__')) throw new Error('__proto__ came through');
      const request = core.readRequest(arrivalOf(parsed.json, parsed.bytes));
      expectWellFormed(request);
    }),
  );
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...namesIn(child)]);
}

/** One change of a request that would pass: something in it is replaced, added or taken away. */
const change = fc.record({
  path: fc.array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom('replace', 'add', 'remove'),
  name,
  value: odd,
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

test('a request that was changed anywhere is read as the contract says, or refused in a well-formed way', {
  timeout: GENEROUS_MS,
}, async () => {
  expect(isFailure(core.readRequest(arrivalOf(good, 500)))).toBe(false);
  await runProperty(
    'envelopes',
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const body = changes.reduce((before: unknown, each) => changed(before, each.path, each), good);
      const text = Buffer.from(JSON.stringify(body));
      const parsed = parseBody(text);
      const request = isFailure(parsed) ? parsed : core.readRequest(arrivalOf(parsed.json, parsed.bytes));
      if (isFailure(request)) return expectWellFormed(request);
      expect(request).toMatchObject({
        client_capabilities: { os: expect.any(String), supported_actions: expect.any(Array) },
        intent: { type: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) },
        context: { id: expect.any(String), business_key: expect.any(String) },
        resources: expect.any(Array),
        payload: expect.any(Object),
      });
    }),
  );
});

/** A copy with the change at a place that the path leads to; numbers choose among the keys there are. */
function changed(value: unknown, path: readonly number[], by: Change): unknown {
  const [step = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null) return by.value;
  const entries: [string, unknown][] = Object.entries(value);
  const index = step % Math.max(1, entries.length);
  const [key, child] = entries[index] ?? [by.name, by.value];
  const added: [string, unknown] = [by.name, by.value];
  const isHere = rest.length === 0;
  const replaced: [string, unknown] = [key, isHere ? by.value : changed(child, rest, by)];
  const after =
    isHere && by.kind === 'add'
      ? [...entries, added]
      : isHere && by.kind === 'remove'
        ? entries.toSpliced(index, 1)
        : entries.toSpliced(index, 1, replaced);
  return Array.isArray(value) ? after.map(([, item]) => item) : Object.fromEntries(after);
}
