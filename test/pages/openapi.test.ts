import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../contracts/adapter.ts';
import { FAILURE_KINDS, FAILURES } from '../../contracts/failure.ts';
import { buildOpenApi } from '../../routes/documents/build-openapi.ts';
import { exampleRequest } from '../../routes/documents/example-request.ts';
import { failureExample } from '../../routes/documents/openapi-responses.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const NOTHING: Catalogue = { intents: [], resourceTypes: [] };
const written = (catalogue: Catalogue) => JSON.parse(JSON.stringify(buildOpenApi(catalogue, '1.2.3')));

function compile(component: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.addSchema(written(sampleCatalogue), 'openapi').getSchema(`openapi#/components/schemas/${component}`);
}

describe('the OpenAPI document', () => {
  test.for([
    ['a catalogue', sampleCatalogue],
    ['an empty catalogue', NOTHING],
  ] as const)('of %s is a valid OpenAPI 3.1 document', async ([, catalogue]) => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(written(catalogue));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('holds no reference that leads nowhere', () => {
    const document = written(sampleCatalogue);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, section = '', name = ''] of references) {
      expect(Object.keys(document.components[section])).toContain(name);
    }
  });

  test('writes each contract out once and refers to it elsewhere', () => {
    const { schemas } = written(sampleCatalogue).components;
    expect(schemas.Envelope.properties.resources.items).toEqual({ $ref: '#/components/schemas/Resource' });
    expect(schemas.Answer.properties.outcome).toEqual({ $ref: '#/components/schemas/Outcome' });
    expect(schemas.Outcome.properties.error).toEqual({ $ref: '#/components/schemas/Error' });
  });

  test.for(FAILURE_KINDS)('names the failure kind %s at its HTTP status', (kind) => {
    const { responses } = written(sampleCatalogue).paths['/mcp/v2'].post;
    const { examples } = responses[String(FAILURES[kind].http)].content['application/json'];
    expect(examples[kind].value.outcome.error.code).toBe(kind);
  });

  test('promises Retry-After where a gateway may retry, and WWW-Authenticate with 401', () => {
    const { responses } = written(sampleCatalogue).paths['/mcp/v2'].post;
    expect(Object.keys(responses['429'].headers)).toContain('Retry-After');
    expect(Object.keys(responses['503'].headers)).toContain('Retry-After');
    expect(Object.keys(responses['401'].headers)).toContain('WWW-Authenticate');
    expect(Object.keys(responses['409'].headers)).toContain('X-MCP-Resource-Status');
  });

  test.for(sampleCatalogue.intents)('gives an example of $key that its own schemas accept', (intent) => {
    const check = compile('Request');
    expect(check?.(exampleRequest(intent)), JSON.stringify(check?.errors)).toBe(true);
  });

  test('binds the payload to the intent that is named', () => {
    const check = compile('Request');
    const [click, scan] = sampleCatalogue.intents;
    if (click === undefined || scan === undefined) throw new Error('the sample lacks intents');
    expect(check?.({ ...exampleRequest(click), payload: { button: 'middle' } })).toBe(false);
    expect(check?.({ ...exampleRequest(scan), payload: { depth: 10 } })).toBe(false);
    expect(check?.({ ...exampleRequest(scan), intent: { type: 'scan', sub_type: 'deep' }, payload: {} })).toBe(true);
  });

  test.for(FAILURE_KINDS)('shows an answer of the right form for %s', (kind) => {
    const check = compile('Answer');
    expect(check?.(failureExample(kind)), JSON.stringify(check?.errors)).toBe(true);
  });

  test('names each kind of failure once in a response', () => {
    const descriptions: string[] = Object.values(written(NOTHING).paths)
      .flatMap((path) => Object.values(Object(path)))
      .flatMap((operation) => Object.values(Object(operation).responses))
      .map((response) => Object(response).description);
    for (const description of descriptions) {
      const kinds = description.match(/^`\w+`/gm) ?? [];
      expect(kinds, description).toEqual([...new Set(kinds)]);
    }
  });

  test('says which answers are streamed, and which are told in JSON-RPC', () => {
    const { paths } = written(sampleCatalogue);
    const forms = (path: string, status: string) => Object.keys(paths[path].post.responses[status].content);
    for (const path of ['/mcp/v2', '/mcp']) {
      expect(forms(path, '200')).toContain('text/event-stream');
      expect(forms(path, '503')).toContain('text/event-stream');
    }
    expect(forms('/mcp/v2/contexts', '200')).not.toContain('text/event-stream');
    const { schema } = paths['/mcp'].post.responses['404'].content['application/json'];
    expect(schema.anyOf).toContainEqual({ $ref: '#/components/schemas/JsonRpcError' });
  });
});
