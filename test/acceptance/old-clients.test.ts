import { beforeAll, beforeEach, expect, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { V1Answer } from '../../contracts/v1.ts';
import { launchChromium, type TestChromium } from '../browser/launch-chromium.ts';
import { servePages, type TestSite } from '../browser/serve-pages.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { startTestService, type TestService } from '../open-test-service.ts';
import { element } from './act-on-shop.ts';

const SHOP = `<!doctype html><title>shop</title>
<button id="plus" onclick="count.textContent = Number(count.textContent) + 1">Plus</button> <output id="count">0</output>
<button id="secret" style="display: none" onclick="count.textContent = 'touched'">Secret</button>
<input id="name" value="old" onkeydown="keys.textContent = Number(keys.textContent) + 1"> <output id="keys">0</output>
<input id="file" type="file" onchange="chosen.textContent = this.files[0].name"> <output id="chosen"></output>`;

let chromium: TestChromium;
let site: TestSite;
let service: TestService;

const own = closeAfterAll();
beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(servePages({ '/': SHOP, '/welcome': '<!doctype html><title>welcome</title><h1>Welcome</h1>' }));
  const options = { endpoint: chromium.endpoint, allow_origins: [site.origin], allow_private_addresses: true };
  service = await own(
    startTestService({
      targets: [{ name: 'browser', kind: 'browser', options }],
      v1: { domain: 'v1', actions: new Map() },
    }),
  );
});

// The one page that the browser starts with is what old clients share.
beforeEach(async () => {
  expect(await act({ action: 'navigate', target: `${site.origin}/` })).toMatchObject({ success: true });
});

async function send(
  action: object,
): Promise<{ readonly http: number; readonly status: string; readonly answer: V1Answer }> {
  const response = await fetch(`${service.origin}/mcp/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: 'old-1', ...action }),
  });
  const answer: V1Answer = JSON.parse(await response.text());
  return { http: response.status, status: String(response.headers.get('x-mcp-resource-status')), answer };
}

const act = async (action: object): Promise<V1Answer> => (await send(action)).answer;

/** What an element of the shared page holds, read by a client of v2. */
async function read(selector: string, what: 'text' | 'value' = 'text'): Promise<unknown> {
  const client = new WaybillClient({ baseUrl: service.origin, capabilities: { execution_context: 'shared' } });
  const flow = await client.startFlow({ domain: 'look', businessKey: 'look' });
  const { outcome } = await flow.send('dom.read', { resources: [element(selector)], payload: { what } });
  return (outcome.result as { readonly content: unknown } | undefined)?.content; // `as`: dom.read declares this result
}

test('navigate goes where its target says, or its args', async () => {
  const byTarget = await act({ action: 'navigate', target: `${site.origin}/welcome` });
  expect(byTarget).toMatchObject({
    success: true,
    data: { url: `${site.origin}/welcome`, title: 'welcome', status: 200 },
  });
  const byArgs = await act({ action: 'navigate', args: { url: '/', waitUntil: 'domcontentloaded' } });
  expect(byArgs).toMatchObject({ success: true, data: { url: `${site.origin}/`, title: 'shop' } });
});

test('click clicks once', async () => {
  const { status, answer } = await send({ action: 'click', selector: '#plus' });
  expect(answer).toMatchObject({ success: true, data: { element_id: '#plus' } });
  expect(status).toBe('valid');
  expect(await read('#count')).toBe('1');
  await act({ action: 'click', target: 'text=Plus', args: { count: 2 } });
  expect(await read('#count')).toBe('3');
});

test('input replaces what a field holds, under either name of its text', async () => {
  expect(await act({ action: 'input', selector: '#name', args: { value: 'new' } })).toMatchObject({
    success: true,
    data: { element_id: '#name', characters: 3 },
  });
  expect(await read('#name', 'value')).toBe('new');
  await act({ action: 'input', selector: '#name', args: { text: 'newer' } });
  expect(await read('#name', 'value')).toBe('newer');
  expect(await read('#keys')).toBe('0');
});

test('type types key by key after what a field holds', async () => {
  expect(await act({ action: 'type', selector: '#name', args: { text: 'er' } })).toMatchObject({ success: true });
  expect(await read('#name', 'value')).toBe('older');
  expect(await read('#keys')).toBe('2');
});

test('screenshot takes the page, or an element of it', async () => {
  const page = await act({ action: 'screenshot', args: { fullPage: true } });
  const button = await act({ action: 'screenshot', selector: '#plus' });
  expect([page.success, button.success]).toEqual([true, true]);
  const [whole, part] = [page.data, button.data] as { png_base64: string; width: number }[]; // `as`: the intent says so
  expect(
    Buffer.from(whole?.png_base64 ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(part?.width).toBeLessThan(whole?.width ?? 0);
});

test('upload_file puts files into a field', async () => {
  const files = [{ name: 'parcels.csv', mime_type: 'text/csv', content_base64: 'YTtiCg==' }];
  const uploaded = await act({ action: 'upload_file', selector: '#file', args: { files } });
  expect(uploaded).toMatchObject({ success: true, data: { files: [{ name: 'parcels.csv', bytes: 4 }] } });
  expect(await read('#chosen')).toBe('parcels.csv');
});

test('a hidden element is refused with what was expected and found, and the page is left untouched', async () => {
  const { http, status, answer } = await send({ action: 'click', selector: '#secret' });
  expect(http).toBe(409);
  expect(status).toMatch(/^invalid; reason=[a-z_]+$/);
  expect(answer).toMatchObject({
    success: false,
    data: null,
    error: {
      code: 'resource_state_mismatch',
      message: 'dom_element #secret is hidden, expected visible_enabled',
      field: 'selector',
      hint: expect.stringContaining('the mapping of the action says which'),
      effect: 'none',
      details: { resources: [{ identifier: '#secret', expected_state: 'visible_enabled', actual_state: 'hidden' }] },
    },
  });
  expect(await read('#count')).toBe('0');
});

interface Misunderstood {
  readonly because: string;
  readonly action: object;
  readonly error: object;
}

const MISUNDERSTOOD: readonly Misunderstood[] = [
  {
    because: 'a selector that the page cannot read',
    action: { action: 'click', target: '//button' },
    error: {
      code: 'invalid_request',
      field: 'target',
      message: expect.stringContaining('Expected a selector at target'),
    },
  },
  {
    because: 'a file that is no base64',
    action: {
      action: 'upload_file',
      selector: '#file',
      args: { files: [{ name: 'a', mime_type: '', content_base64: '%' }] },
    },
    error: {
      code: 'payload_invalid',
      field: 'args.files.0.content_base64',
      message: 'Expected base64 in args.files.0.content_base64, found something else.',
    },
  },
  {
    because: 'an address that is none',
    action: { action: 'navigate', target: 'http://' },
    error: {
      code: 'payload_invalid',
      field: 'target',
      message: expect.stringContaining('Expected target to be an address'),
    },
  },
  {
    because: 'no text to type',
    action: { action: 'type', selector: '#name' },
    error: { code: 'payload_invalid', field: 'args.text', message: 'args do not fit type: missing args.text' },
  },
  {
    because: 'an address that its target does not allow',
    action: { action: 'navigate', target: 'https://elsewhere.example/' },
    error: { code: 'forbidden' },
  },
];

test.for(MISUNDERSTOOD)(
  '$because is told in the words of the action, and nothing is done',
  async ({ action, error }) => {
    expect((await act(action)).error).toMatchObject({ ...error, effect: 'none' });
    expect(await read('#name', 'value')).toBe('old');
  },
);

test('where several pages are shared, an action is not done on one of them by chance', async () => {
  const client = new WaybillClient({ baseUrl: service.origin, capabilities: { execution_context: 'shared' } });
  const flow = await client.startFlow({ domain: 'look', businessKey: 'second' });
  const { outcome } = await flow.send('page.open', { payload: { url: `${site.origin}/welcome` } });
  const { resource } = outcome.result as { readonly resource: Parameters<typeof element>[0] & object }; // `as`: page.open declares it
  try {
    const { http, answer } = await send({ action: 'click', selector: '#plus' });
    expect(http).toBe(409);
    expect(answer.error).toMatchObject({
      code: 'resource_missing',
      hint: expect.stringContaining('A v1 action has no place for it; POST /mcp/v2 has.'),
      effect: 'none',
    });
  } finally {
    await flow.send('page.close', { resources: [resource] });
  }
});
