import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../open-test-service.ts';

/** Intents are declared whether or not the browser is there: nothing listens at this address. */
const ABSENT_BROWSER = { name: 'browser', kind: 'browser', options: { endpoint: 'http://127.0.0.1:9' } };

describe('the documents of everything that ships', () => {
  let service: TestService;
  const read = async (path: string) => (await fetch(service.origin + path)).text();

  beforeAll(async () => {
    service = await startTestService({ targets: [ABSENT_BROWSER] });
  });
  afterAll(() => service.close());

  test('are a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(await read('/openapi.json'));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('give an example of every intent that its own payload schema accepts', async () => {
    const document = JSON.parse(await read('/openapi.json'));
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const check = ajv.addSchema(document, 'openapi').getSchema('openapi#/components/schemas/Request');
    const { examples } = document.paths['/mcp/v2'].post.requestBody.content['application/json'];
    expect(Object.keys(examples)).toEqual(
      expect.arrayContaining(['system.echo', 'page.open', 'ui_interaction.click', 'dom.snapshot']),
    );
    const refused = Object.entries<{ value: unknown }>(examples).filter(([, { value }]) => check?.(value) !== true);
    expect(refused.map(([key]) => key)).toEqual([]);
  });

  test('list every intent and resource type on the page for people', async () => {
    const [page, document] = [await read('/docs'), JSON.parse(await read('/openapi.json'))];
    const { intents, resource_types: types } = document['x-waybill'];
    expect(intents.length).toBeGreaterThan(10);
    for (const { key } of intents) expect(page).toContain(`id="intent-${key}"`);
    for (const { type } of types) expect(page).toContain(`<code>${type}</code>`);
  });
});
