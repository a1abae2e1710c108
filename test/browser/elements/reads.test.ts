import { beforeEach, describe, expect, test } from 'vitest';
import { READ } from '../../../adapters/browser/elements/read-element.ts';
import { SCREENSHOT } from '../../../adapters/browser/elements/screenshot.ts';
import { SNAPSHOT } from '../../../adapters/browser/elements/snapshot.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import { shareTab } from '../share-tab.ts';
import { type ActionRequest, runAction } from './run-action.ts';

const PAGE = `<!doctype html><title>Reads</title><body style="margin:0">
<h1>Sign in</h1>
<form>
  <label>User <input id="user" value="zoe"></label>
  <label>Password <input id="pass" type="password" value="hunter2-secret"></label>
  <input id="shown" type="text" autocomplete="current-password" aria-label="Shown password" value="hunter2-secret">
  <div id="shadow"></div>
  <label><input id="keep" type="checkbox" checked> Keep me</label>
  <select id="lang" aria-label="Language"><option>English</option><option selected>Deutsch</option></select>
  <button id="go" disabled title="Not yet">Sign in</button>
</form>
<a id="help" href="/help?x=1">Help</a>
<p id="umlaut">äöü</p>
<div style="display:none" id="hidden">Hidden text</div>
<div id="box" style="width:120px;height:40px;background:#08f;margin-top:1400px"></div>
<script>shadow.attachShadow({mode:'open'}).innerHTML = '<input type="password" aria-label="In shadow" value="hunter2-secret">';</script>`;

const shared = shareTab({ '/': PAGE, '/none': '' });

beforeEach(() => shared().tab.goto(`${shared().site.origin}/`));

function asObject(value: JsonValue | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The result is no object.');
  return value as JsonObject; // `as`: neither null nor an array
}

async function shoot(request: ActionRequest) {
  const acted = await runAction(shared().tab.page, SCREENSHOT, request);
  expect(acted.failure).toBeUndefined();
  const { png_base64, width, height, bytes } = asObject(acted.result);
  const png = Buffer.from(String(png_base64), 'base64');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.length).toBe(bytes);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  return { width, height };
}

describe('screenshot', () => {
  test('shows the viewport', async () => {
    const metrics = await shared().tab.page.send('Page.getLayoutMetrics');
    const { clientWidth, clientHeight } = metrics.cssLayoutViewport;
    const { width, height } = await shoot({});
    expect(height).toBe(clientHeight);
    // A scroll bar is part of the picture, but not of the layout viewport.
    expect(Number(width)).toBeGreaterThanOrEqual(clientWidth);
  });

  test('shows the whole page', async () => {
    const { cssContentSize } = await shared().tab.page.send('Page.getLayoutMetrics');
    expect(await shoot({ payload: { full_page: true } })).toMatchObject({ height: cssContentSize.height });
  });

  test('shows one element, scrolled to where it is', async () => {
    expect(await shoot({ on: '#box' })).toEqual({ width: 120, height: 40 });
  });

  test('of an element and the whole page at once is refused', async () => {
    const acted = await runAction(shared().tab.page, SCREENSHOT, { on: '#box', payload: { full_page: true } });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
  });
});

describe('read', () => {
  test.for([
    ['h1', { what: 'text' }, 'Sign in'],
    ['#user', { what: 'value' }, 'zoe'],
    ['#help', { what: 'attribute', attribute: 'href' }, '/help?x=1'],
    ['#help', { what: 'attribute', attribute: 'rel' }, null],
    ['#keep', { what: 'checked' }, true],
    ['#help', { what: 'html' }, '<a id="help" href="/help?x=1">Help</a>'],
    ['#hidden', { what: 'text' }, 'Hidden text'],
  ] as const)('of %s with %j', async ([on, payload, content]) => {
    const acted = await runAction(shared().tab.page, READ, { on, payload });
    expect(acted).toMatchObject({ effect: 'none', result: { element_id: on, content, truncated: false } });
  });

  test('cuts at max_bytes, never inside a character', async () => {
    const acted = await runAction(shared().tab.page, READ, { on: '#umlaut', payload: { what: 'text', max_bytes: 3 } });
    expect(acted.result).toMatchObject({ content: 'ä', truncated: true });
  });

  test.for([
    ['#pass', { what: 'value' }],
    ['#pass', { what: 'attribute', attribute: 'VALUE' }],
    ['#shown', { what: 'value' }],
  ] as const)('of the password in %s with %j is refused', async ([on, payload]) => {
    const acted = await runAction(shared().tab.page, READ, { on, payload });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'forbidden' } });
    expect(JSON.stringify(acted)).not.toContain('hunter2');
  });

  test.for(['form', '#pass', 'body'])('of the HTML of %s leaves passwords out', async (on) => {
    const acted = await runAction(shared().tab.page, READ, { on, payload: { what: 'html' } });
    const html = String(asObject(acted.result).content);
    expect(html).toContain('id="pass"');
    expect(html.replace(/<script>.*<\/script>/su, '')).not.toContain('hunter2');
  });

  test('of an attribute without its name is refused', async () => {
    const acted = await runAction(shared().tab.page, READ, { on: 'h1', payload: { what: 'attribute' } });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid', field: 'payload.attribute' } });
  });
});

describe('snapshot', () => {
  test('tells roles, names, states and values, and no password', async () => {
    const acted = await runAction(shared().tab.page, SNAPSHOT, { payload: { text: true } });
    const { tree, text, title, truncated } = asObject(acted.result);
    expect(title).toBe('Reads');
    expect(truncated).toBe(false);
    const lines = String(tree)
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        '- heading "Sign in" [level=1]',
        '- textbox "User": "zoe"',
        '- textbox "Password"',
        '- textbox "Shown password"',
        '- textbox "In shadow"',
        '- checkbox "Keep me" [checked]',
        '- button "Sign in" [disabled]',
        '- link "Help"',
      ]),
    );
    expect(String(text)).toContain('Sign in');
    expect(JSON.stringify(acted)).not.toMatch(/hunter2|•/u);
  });

  test.for([{ max_nodes: 3 }, { max_bytes: 80 }])('keeps to %j and says so', async (payload) => {
    const acted = await runAction(shared().tab.page, SNAPSHOT, { payload });
    const { tree, nodes, truncated } = asObject(acted.result);
    expect(truncated).toBe(true);
    expect(String(tree).split('\n')).toHaveLength(Number(nodes));
    expect(Number(nodes)).toBeLessThanOrEqual(3);
    expect(Buffer.byteLength(String(tree))).toBeLessThanOrEqual(80);
  });

  test('of an empty page is empty', async () => {
    await shared().tab.goto(`${shared().site.origin}/none`);
    expect(await runAction(shared().tab.page, SNAPSHOT)).toMatchObject({
      effect: 'none',
      result: { truncated: false },
    });
  });
});
