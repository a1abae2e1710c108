import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../contracts/adapter.ts';
import { FAILURE_KINDS } from '../../contracts/failure.ts';
import { describeSchema, describeWhole } from '../../routes/documents/describe-schema.ts';
import { documents } from '../../routes/documents/documents.ts';
import { html, prose } from '../../routes/documents/html.ts';
import type { V1Actions } from '../../src/core/v1/compile-actions.ts';
import { dumpDom } from './chromium.ts';
import { listen } from './listen.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const openDocuments = (catalogue: () => Catalogue = () => sampleCatalogue, v1Actions?: () => V1Actions) =>
  listen((app) => app.register(documents, { catalogue, version: '1.2.3', ...(v1Actions && { v1Actions }) }));

describe('the documentation page', () => {
  test('shows every intent, resource type and failure kind in a real browser', async () => {
    const page = await dumpDom(`${await openDocuments()}/docs`, 1000);
    for (const { key } of sampleCatalogue.intents) expect(page).toContain(`id="intent-${key}"`);
    for (const kind of FAILURE_KINDS) expect(page).toContain(`id="failure-${kind}"`);
    for (const state of ['absent', 'hidden', 'visible_enabled']) expect(page).toContain(`<code>${state}</code>`);
  });

  test.for([
    { door: 'closed', v1Actions: undefined },
    { door: 'open', v1Actions: () => new Map() },
  ])('lists every operation that the OpenAPI document has, with the door for v1 $door', async ({ v1Actions }) => {
    const origin = await openDocuments(undefined, v1Actions);
    const page = await (await fetch(`${origin}/docs`)).text();
    const { paths } = JSON.parse(await (await fetch(`${origin}/openapi.json`)).text());
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(Object(operations)).map((method) => `<td>${method.toUpperCase()}</td><td><code>${path}</code>`),
    );
    expect(described.filter((row) => !page.includes(row))).toEqual([]);
    expect(page.includes('/mcp/v1')).toBe(v1Actions !== undefined);
  });

  test('lets no text of an adapter become markup, and no script run', async () => {
    const response = await fetch(`${await openDocuments()}/docs`);
    const page = await response.text();
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
  });

  test('shows lines to copy that go where the reader came from', async () => {
    const origin = await openDocuments();
    const page = await (await fetch(`${origin}/docs`)).text();
    expect(page).toContain(`curl -s ${new URL(origin).host}/mcp/v2/contexts`);
    expect(page).toContain(`curl -s ${new URL(origin).host}/mcp/v2 -H`);
    expect(page).not.toContain('%HOST%');
  });

  test('loads its style from the service alone', async () => {
    const origin = await openDocuments();
    const style = await fetch(`${origin}/docs/page.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
    expect(`${await style.text()}${await (await fetch(`${origin}/docs`)).text()}`).not.toMatch(
      /(?:src|link[^>]*href)="https?:/,
    );
  });

  test('is written anew when another catalogue is on offer', async () => {
    let offered = sampleCatalogue;
    const origin = await openDocuments(() => offered);
    const titles = async () => {
      const document = await (await fetch(`${origin}/openapi.json`)).text();
      return [...document.matchAll(/"title": "(Click|Scan|Read)/g)].map(([, title]) => title);
    };
    expect(await titles()).toEqual(['Click', 'Scan', 'Read']);
    offered = { intents: sampleCatalogue.intents.slice(0, 1), resourceTypes: [] };
    expect(await titles()).toEqual(['Click']);
    expect(await (await fetch(`${origin}/docs`)).text()).not.toContain('id="intent-scan"');
  });
});

test.for([
  [html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
  [html`<a title="${`"'&`}">`, '<a title="&quot;&#39;&amp;">'],
  [html`${[html`<i>1</i>`, 'a<b']}`, '<i>1</i>a&lt;b'],
  [prose('one `<two>` three'), 'one <code>&lt;two&gt;</code> three'],
] as const)('the template escapes what is not markup: case %#', ([page, expected]) => {
  expect(page.markup).toBe(expected);
});

test.for([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer 1–9'],
  [{ type: 'integer', minimum: 0 }, 'integer ≥ 0'],
  [{ type: 'number', maximum: 1 }, 'number ≤ 1'],
  [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
  [{ const: true }, 'true'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: 'array', items: { type: 'string' } }, 'array of string'],
  [{}, 'any'],
  [true, 'any'],
] as const)('a schema %j reads as the type "%s"', ([schema, expected]) => {
  expect(describeSchema({ properties: { x: schema } })).toEqual([
    { name: 'x', type: expected, required: false, description: '' },
  ]);
});

test('the properties of nested objects and arrays are named by their path', () => {
  const inner = { type: 'object', properties: { url: { type: 'string', description: 'Where.' } }, required: ['url'] };
  const rows = describeSchema({
    properties: { expect: inner, steps: { type: 'array', items: inner } },
    required: ['steps'],
  });
  expect(rows.map(({ name, required }) => [name, required])).toEqual([
    ['expect', false],
    ['expect.url', true],
    ['steps', true],
    ['steps[].url', true],
  ]);
});

test('a default is part of what a property means', () => {
  const properties = { count: { type: 'integer', default: 1 }, button: { description: 'Which.', default: 'left' } };
  expect(describeSchema({ properties }).map(({ description }) => description)).toEqual([
    'Default: `1`.',
    'Which. Default: `"left"`.',
  ]);
});

test.for([
  [{ type: 'object', properties: {}, additionalProperties: false }, 'Holds nothing: `{}`.'],
  [{ type: 'object', properties: {}, description: 'Any object.' }, 'Any object.'],
  [{ type: 'object' }, 'object'],
] as const)('a schema without properties, %j, is told as "%s"', ([schema, told]) => {
  expect(describeWhole(schema)).toBe(told);
});
