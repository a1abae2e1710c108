import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../open-test-service.ts';
import { exchange } from './exchange.ts';
import { goodRequest } from './good-request.ts';

const LONG = 'k'.repeat(900_000);
/** Room for a refusal with its hints and details. */
const MOST_BYTES = 8192;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

type Good = ReturnType<typeof goodRequest>;

const ROWS: readonly { readonly where: string; readonly put: (good: Good) => object }[] = [
  { where: 'the name of a member', put: (good) => ({ ...good, [LONG]: 1 }) },
  { where: 'the name of a member of the intent', put: (good) => ({ ...good, intent: { ...good.intent, [LONG]: 1 } }) },
  { where: 'the name of a member of the payload', put: (good) => ({ ...good, payload: { ms: 1, [LONG]: 1 } }) },
  { where: 'the type of the intent', put: (good) => ({ ...good, intent: { type: LONG } }) },
  { where: 'its sub-type', put: (good) => ({ ...good, intent: { type: 'system', sub_type: LONG } }) },
  { where: 'its mode', put: (good) => ({ ...good, intent: { ...good.intent, mode: LONG } }) },
  { where: 'the context id', put: (good) => ({ ...good, context: { ...good.context, id: LONG } }) },
  { where: 'the business key', put: (good) => ({ ...good, context: { ...good.context, business_key: LONG } }) },
  { where: 'a resource type', put: (good) => ({ ...good, resources: [{ type: LONG, identifier: 'x', state: 'y' }] }) },
  {
    where: 'an encoding',
    put: (good) => ({ ...good, client_capabilities: { ...good.client_capabilities, preferred_encoding: LONG } }),
  },
  {
    where: 'a schema version',
    put: (good) => ({ ...good, client_capabilities: { ...good.client_capabilities, context_schema_version: LONG } }),
  },
];

describe('a megabyte of text is refused in few words, to the caller and to the log, where it is', () => {
  test.for(ROWS)('$where', async ({ put }) => {
    const body = put(goodRequest(service.settings, 'system.sleep'));
    for (const path of ['/mcp/v2', '/mcp/v2/explain']) {
      const before = JSON.stringify(service.log()).length;
      const received = await exchange(service.origin, { path, body });
      expect(received.bytes.length).toBeLessThan(MOST_BYTES);
      expect(JSON.stringify(service.log()).length - before).toBeLessThan(MOST_BYTES);
      if (path === '/mcp/v2') expect(received.status).toBeGreaterThanOrEqual(400);
    }
  });

  test('the path', async () => {
    const received = await exchange(service.origin, { path: `/${'p'.repeat(15_000)}`, body: {} });
    expect(received.status).toBe(404);
    expect(received.bytes.length).toBeLessThan(MOST_BYTES);
  });
});
