import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailureKind } from '../../contracts/failure.ts';
import { exchange } from './exchange.ts';
import { type OpenLab, openLab, startLab } from './open-lab.ts';
import { readAnswer } from './read-answer.ts';
import { BAD_CONTEXTS } from './sheets/bad-contexts.ts';
import { BAD_ENVELOPES } from './sheets/bad-envelopes.ts';
import { BAD_INTENTS } from './sheets/bad-intents.ts';
import type { BadRequest } from './sheets/bad-request.ts';
import { BAD_TRANSPORT } from './sheets/bad-transport.ts';

const SHEET = [...BAD_ENVELOPES, ...BAD_CONTEXTS, ...BAD_INTENTS, ...BAD_TRANSPORT];

/** What the way of one HTTP request can end in so far; principals, nonces, approvals and replicas bring the others. */
const REACHABLE: readonly FailureKind[] = [
  'invalid_request',
  'missing_capability',
  'unsupported_schema_version',
  'context_malformed',
  'forbidden',
  'context_hash_mismatch',
  'guard_denied',
  'no_route',
  'not_found',
  'method_not_allowed',
  'action_not_supported',
  'resource_missing',
  'resource_state_mismatch',
  'context_not_active',
  'context_expired',
  'payload_too_large',
  'unsupported_media_type',
  'payload_invalid',
  'rate_limited',
  'cancelled',
  'adapter_failed',
  'adapter_misbehaved',
  'adapter_unavailable',
  'precheck_timeout',
  'deadline_exceeded',
  'internal',
  'postcondition_contradicted',
];

type Line = Readonly<Record<string, unknown>>;

// Rows without settings of their own share one service: opening one takes a tenth of a second.
let shared: OpenLab;
beforeAll(async () => {
  shared = await startLab();
});
afterAll(() => shared.service.close());
const openFor = async ({ settings }: BadRequest): Promise<OpenLab> =>
  settings === undefined ? shared : openLab(settings);

describe('a bad request is told what is wrong', () => {
  test.for(SHEET)('$name: $because', async (row) => {
    const { service, good, lab } = await openFor(row);
    const actsBefore = lab.acts.length;
    const received = await exchange(service.origin, row.send(good));
    const { outcome, trace_id } = readAnswer(received);
    expect(outcome.error).toMatchObject({ code: row.kind, message: expect.stringContaining(row.says) });
    expect(received.status).toBe(row.http);
    const { status, effect } = outcome;
    expect({ status, effect }).toEqual(row.came ?? { status: 'rejected', effect: 'none' });
    expectDetails(row, received.headers, outcome.error);
    if (!row.onlyByActing) expect(lab.acts.length).toBe(actsBefore);

    const lines = service.log().filter((line) => line.trace_id === trace_id);
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ http: row.http, failure: row.kind }]);
    expect(JSON.stringify(lines.filter(({ err }) => err === undefined))).not.toContain('hunter2');
    expect(received.text).not.toContain('hunter2');
    if (row.kind === 'internal') expectErrorId(lines, outcome.error?.details?.error_id, received.text);
    else expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('the sheet reaches every failure kind that can be reached', () => {
    expect(new Set(SHEET.map(({ kind }) => kind))).toEqual(new Set(REACHABLE));
  });

  test('no two rows of the sheet have the same name', () => {
    expect(new Set(SHEET.map(({ name }) => name)).size).toBe(SHEET.length);
  });
});

describe('explain judges as the request itself is judged', () => {
  test.for(SHEET.filter(({ reachesCore }) => reachesCore !== false))('$name', async (row) => {
    const { service, good, lab } = await openFor(row);
    const actsBefore = lab.acts.length;
    const received = await exchange(service.origin, { ...row.send(good), path: '/mcp/v2/explain' });
    expect(lab.acts.length).toBe(actsBefore);
    if (row.kind === 'internal' && !row.onlyByActing) {
      expect(readAnswer(received).outcome.error?.code).toBe('internal');
      return;
    }
    const { would, steps } = JSON.parse(received.text);
    const failed = steps.find(({ verdict }: { verdict: string }) => verdict === 'fail');
    const refusal = { would: 'refuse', code: row.kind };
    expect({ would, code: failed?.error.code }).toEqual(row.onlyByActing ? { would: 'act', code: undefined } : refusal);
    expect(received.status).toBe(200);
  });
});

function expectDetails(row: BadRequest, headers: Line, error: Line | undefined): void {
  if (row.field !== undefined) expect(error?.field).toBe(row.field);
  if (row.hints !== undefined) expect(error?.hint).toContain(row.hints);
  if (row.details !== undefined) expect(error?.details).toMatchObject(row.details);
  for (const [name, value] of Object.entries(row.headers ?? {})) expect(headers[name]).toBe(value);
}

/** The stack stays in the log; the caller gets an id that leads there. */
function expectErrorId(lines: readonly Line[], errorId: unknown, text: string): void {
  expect(errorId).toMatch(/^[0-9a-f]{16}$/);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', error_id: errorId, err: expect.anything() }));
  expect(text).not.toMatch(/the lab broke|\.ts|at /);
}
