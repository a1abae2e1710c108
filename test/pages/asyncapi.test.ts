import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../contracts/adapter.ts';
import { buildAsyncApi } from '../../routes/documents/build-asyncapi.ts';
import { mintId } from '../http/good-request.ts';
import { openTestService, startTestService } from '../open-test-service.ts';
import { openClient } from '../websocket/open-client.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const NOTHING: Catalogue = { intents: [], resourceTypes: [] };
const ABSENT_BROWSER = { name: 'browser', kind: 'browser', options: { endpoint: 'http://127.0.0.1:9' } };
const written = (catalogue: Catalogue) => JSON.parse(JSON.stringify(buildAsyncApi(catalogue, '1.2.3')));

/** Whether a document is AsyncAPI 3.0 by its official schema. */
function validateDocument(document: unknown): unknown {
  // It brings draft-07 of JSON schema itself, which ajv would otherwise know twice.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, meta: false, validateSchema: false });
  const check = ajv.compile(Object(specs.schemas['3.0.0']));
  return check(document) ? undefined : check.errors;
}

/** Checks a frame by a schema of the document. */
function compile(document: object, component: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const check = ajv.addSchema(document, 'asyncapi').getSchema(`asyncapi#/components/schemas/${component}`);
  return (frame: unknown) => (check?.(frame) === true ? [] : (check?.errors ?? ['no such schema']));
}

interface Example {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const SCHEMAS = [
  ['request', 'RequestFrame'],
  ['cancel', 'CancelFrame'],
  ['progress', 'ProgressFrame'],
  ['outcome', 'OutcomeFrame'],
] as const;

describe('the AsyncAPI document', () => {
  test.for([
    ['a catalogue', sampleCatalogue],
    ['an empty catalogue', NOTHING],
  ] as const)('of %s is valid by the official schema', ([, catalogue]) => {
    expect(validateDocument(written(catalogue))).toBeUndefined();
  });

  test('would not be valid with an operation that neither sends nor receives', () => {
    const document = written(sampleCatalogue);
    document.operations.receiveRequest.action = 'publish';
    expect(validateDocument(document)).toBeDefined();
  });

  test('holds no reference that leads nowhere', () => {
    const document = written(sampleCatalogue);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, path = ''] of references) {
      const found = path.split('/').reduce((at: unknown, name) => Object(at)[name], document);
      expect(found, path).toBeDefined();
    }
  });

  test.for(SCHEMAS)('gives examples of the frame %s that its own schema %s accepts', ([message, schema]) => {
    const document = written(sampleCatalogue);
    const examples: readonly Example[] = document.components.messages[message].examples;
    expect(examples.length).toBeGreaterThan(0);
    for (const { payload } of examples) expect(compile(document, schema)(payload)).toEqual([]);
  });

  test('binds the payload of a request to its intent', () => {
    const document = written(sampleCatalogue);
    const [example]: readonly Example[] = document.components.messages.request.examples;
    const request = { ...Object(example?.payload.request), payload: { button: 'middle' } };
    expect(compile(document, 'RequestFrame')({ id: 1, request })).not.toEqual([]);
  });
});

describe('the AsyncAPI document of a running service', () => {
  test('is served, valid, and linked from the page for people', async () => {
    const service = await startTestService({ targets: [ABSENT_BROWSER] });
    const response = await fetch(`${service.origin}/asyncapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    const document = Object(await response.json());
    expect(validateDocument(document)).toBeUndefined();
    const names = document.components.messages.request.examples.map(({ name }: Example) => name);
    expect(names).toEqual(expect.arrayContaining(['system.echo', 'ui_interaction.click']));
    expect(await (await fetch(`${service.origin}/docs`)).text()).toContain('href="/asyncapi.json"');
    await service.close();
  });

  test('gives examples that the service takes, and describes what it sends', async () => {
    const service = await openTestService();
    const document = Object(await (await fetch(`${service.origin}/asyncapi.json`)).json());
    const examples: readonly Example[] = document.components.messages.request.examples;
    const client = await openClient(service.origin);
    const takenIntents = examples.filter(({ name }) => name !== 'system.fail');
    expect(takenIntents.map(({ name }) => name)).toEqual(expect.arrayContaining(['system.echo', 'system.sleep']));
    for (const { name, payload } of takenIntents) {
      const request = Object(payload.request);
      const context = {
        ...request.context,
        id: mintId(service.settings, { businessKey: request.context.business_key }),
      };
      const capabilities = { ...request.client_capabilities, supports_streaming: true };
      const { outcome } = await client.ask(name, { ...request, context, client_capabilities: capabilities });
      expect(outcome.status, name).toBe('fulfilled');
    }
    client.send('no frame');
    await client.outcome(undefined);
    const [cancel]: readonly Example[] = document.components.messages.cancel.examples;
    client.send(cancel?.payload);
    const checks = { progress: compile(document, 'ProgressFrame'), outcome: compile(document, 'OutcomeFrame') };
    expect(new Set(client.frames.map(({ event }) => event))).toEqual(new Set(['progress', 'outcome']));
    for (const frame of client.frames)
      expect(checks[frame.event === 'progress' ? 'progress' : 'outcome'](frame)).toEqual([]);
  });
});
