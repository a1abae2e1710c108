import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { MintAnswer } from '../../contracts/minting.ts';
import { openTestService, type TestService } from '../open-test-service.ts';
import { exchange } from './exchange.ts';
import { mintId } from './good-request.ts';
import { readAnswer } from './read-answer.ts';

const MINUTE_MS = 60_000;
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile<MintAnswer>(MintAnswer);

function mint(service: TestService, body: object) {
  return exchange(service.origin, {
    path: '/mcp/v2/contexts',
    body: { domain: 'login-flow', business_key: 'user_1', ...body },
  });
}

async function minted(service: TestService, body: object = {}): Promise<MintAnswer> {
  const received = await mint(service, body);
  const answer: unknown = JSON.parse(received.text);
  if (!validate(answer)) throw new Error(received.text);
  expect(answer.trace_id).toBe(received.headers['x-trace-id']);
  expect(received.headers['cache-control']).toBe('no-store');
  return answer;
}

const sequences = ({ contexts }: MintAnswer) => contexts.map(({ id }) => id.split('-').at(-2));

describe('POST /mcp/v2/contexts', () => {
  test('mints the first id of a flow', async () => {
    const service = await openTestService();
    const answer = await minted(service);
    expect(answer.contexts).toHaveLength(1);
    expect(answer.contexts[0]?.id).toMatch(/^login-flow-\d{13}-001-[0-9a-f]{16}$/);
    const lifeMs = Date.parse(answer.contexts[0]?.expires_at ?? '') - Date.now();
    expect(lifeMs).toBeGreaterThan(4 * MINUTE_MS - 5000);
    expect(lifeMs).toBeLessThanOrEqual(5 * MINUTE_MS);
  });

  test('mints as many as are asked for, of rising sequence', async () => {
    const service = await openTestService();
    const answer = await minted(service, { count: 100 });
    expect(sequences(answer)).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1).padStart(3, '0')));
  });

  test('goes on behind a parent, also one that has expired', async () => {
    const service = await openTestService();
    const parent = mintId(service.settings, { sequence: '041', agoMs: 60 * MINUTE_MS });
    expect(sequences(await minted(service, { parent_id: parent, count: 2 }))).toEqual(['042', '043']);
  });

  test('is idempotent within a minute, on replicas that share a secret', async () => {
    const one = await openTestService();
    const other = await openTestService({ secrets: one.settings.secrets });
    const [first, second] = await Promise.all([minted(one), minted(other)]);
    // A minute may end between the two.
    if (first.contexts[0]?.id.split('-').at(-3) === second.contexts[0]?.id.split('-').at(-3)) {
      expect(second.contexts).toEqual(first.contexts);
    }
    expect(first.trace_id).not.toBe(second.trace_id);
  });

  test.for([
    {
      because: 'a parent of another business key is not one of ours',
      wishes: { businessKey: 'user_2' },
      http: 403,
      kind: 'context_hash_mismatch',
      says: 'does not match its hash',
    },
    {
      because: 'a flow goes on in its own domain',
      wishes: { domain: 'pay' },
      http: 400,
      kind: 'invalid_request',
      says: 'parent_id is of the domain pay, the ids asked for are of login-flow',
    },
    {
      because: 'behind 999999 nothing comes',
      wishes: { sequence: '999999' },
      http: 400,
      kind: 'invalid_request',
      says: 'ends at 999999',
    },
  ])('$because', async ({ wishes, http, kind, says }) => {
    const service = await openTestService();
    const received = await mint(service, { parent_id: mintId(service.settings, wishes) });
    expect(received.status).toBe(http);
    expect(readAnswer(received).outcome.error).toMatchObject({ code: kind, message: expect.stringContaining(says) });
  });

  test('refuses as a whole what would run past 999999', async () => {
    const service = await openTestService();
    const received = await mint(service, { parent_id: mintId(service.settings, { sequence: '999997' }), count: 3 });
    expect(readAnswer(received).outcome.error).toMatchObject({ code: 'invalid_request' });
  });

  test('is told the first problem only of a body that could have a million of them', async () => {
    const service = await openTestService();
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown${index}`, 1]));
    const received = await mint(service, many);
    expect(received.status).toBe(400);
    expect(readAnswer(received).outcome.error?.details?.problems).toHaveLength(1);
  });

  test('names the field of a parent that is no id', async () => {
    const service = await openTestService();
    const received = await mint(service, { parent_id: 'before' });
    expect(received.status).toBe(400);
    expect(readAnswer(received).outcome.error).toMatchObject({ code: 'context_malformed', field: 'parent_id' });
  });
});
