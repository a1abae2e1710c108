import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { type OpenLab, startLab } from '../http/open-lab.ts';
import { LAB_ACTIONS } from '../http/sheets/bad-v1-actions.ts';

let lab: OpenLab;
beforeAll(async () => {
  lab = await startLab({ v1: { domain: 'v1', actions: LAB_ACTIONS } });
});
afterAll(() => lab.service.close());

const readDocument = async () =>
  JSON.parse((await exchange(lab.service.origin, { method: 'GET', path: '/openapi.json' })).text);

describe('the OpenAPI document of a service whose door for old actions is open', () => {
  test('is valid, and holds no reference that leads nowhere', async () => {
    const document = await readDocument();
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    for (const [, section = '', name = ''] of JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      expect(Object.keys(document.components[section])).toContain(name);
    }
  });

  test('shows an example of each action that is on offer, which is done as it stands', async () => {
    const { examples } = (await readDocument()).paths['/mcp/v1'].post.requestBody.content['application/json'];
    expect(Object.keys(examples)).toEqual([...LAB_ACTIONS.keys()]);
    for (const { value } of Object.values<{ value: object }>(examples)) {
      const received = await exchange(lab.service.origin, { path: '/mcp/v1', body: value });
      expect(JSON.parse(received.text)).toMatchObject({ success: true });
    }
  });

  test('names an endpoint that the HTTP reference has', async () => {
    const page = readFileSync(new URL('../../docs/reference/http-api.md', import.meta.url), 'utf8');
    expect(page).toContain('`POST /mcp/v1`');
  });
});
