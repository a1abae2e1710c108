import { beforeEach, describe, expect, test } from 'vitest';
import { HOVER } from '../../../adapters/browser/elements/hover.ts';
import { INPUT } from '../../../adapters/browser/elements/input.ts';
import { PRESS } from '../../../adapters/browser/elements/press.ts';
import { SCROLL } from '../../../adapters/browser/elements/scroll.ts';
import { SELECT } from '../../../adapters/browser/elements/select.ts';
import { UPLOAD_FILE } from '../../../adapters/browser/elements/upload-file.ts';
import { shareTab } from '../share-tab.ts';
import { runAction } from './run-action.ts';

const PAGE = `<!doctype html><title>Acts</title>
<label id="user-label" for="user">User name</label><input id="user" value="old">
<input id="pass" type="password">
<input id="mail" type="email" value="a@b">
<input id="count" type="number">
<input id="day" type="date">
<input id="short" maxlength="3">
<input id="fixed" readonly value="fixed">
<input id="tick" type="checkbox">
<textarea id="notes"></textarea>
<div id="rich" contenteditable="true">rich</div>
<input id="dodgy" onfocus="this.blur()">
<input id="controlled">
<select id="delivery"><option value="post">By post</option><option value="fast">Express</option><option value="never" disabled>Never</option></select>
<input id="files" type="file" multiple style="display:none"><input id="file" type="file"><label id="file-label" for="file">Attach</label>
<div id="menu" style="width:80px">Menu</div>
<div id="pane" style="height:60px;overflow:auto"><div style="height:900px"></div><button id="in-pane">In pane</button></div>
<div style="height:3000px"></div><button id="far">Far</button>
<script>
  window.log = [];
  for (const type of ['input', 'change', 'keydown', 'mouseover'])
    addEventListener(type, (e) => { log.push([type, e.target.id, e.key ?? '', e.isTrusted].join(' ')); }, true);
  // As React does: a setter on the element itself swallows what page scripts set.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let tracked = '';
  window.seen = [];
  Object.defineProperty(controlled, 'value', { get() { return setter.get.call(this); }, set(v) { tracked = v; setter.set.call(this, v); } });
  controlled.addEventListener('input', () => { if (controlled.value !== tracked) { tracked = controlled.value; seen.push(tracked); } });
</script>`;

const shared = shareTab({ '/': PAGE, '/quirks': '<div id="menu" style="width:80px">Menu</div>' });

beforeEach(() => shared().tab.goto(`${shared().site.origin}/`));

/** What the page's own scripts see, which is the proof that the act arrived. */
async function inPage<T>(expression: string): Promise<T> {
  const { result } = await shared().tab.page.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  return result.value;
}

describe('input', () => {
  test.for([
    ['#user', { text: 'zoë' }, 'zoë'],
    ['#user', { text: ' and new', clear: false }, 'old and new'],
    ['#user', { text: '' }, ''],
    ['#user', { text: 'A b!', keystrokes: true }, 'A b!'],
    ['#mail', { text: '.example', clear: false }, 'a@b.example'],
    ['#count', { text: '42' }, '42'],
    ['#day', { text: '2026-05-21' }, '2026-05-21'],
    ['#notes', { text: 'one\ntwo' }, 'one\ntwo'],
    ['#user-label', { text: 'by its label' }, undefined],
    ['#controlled', { text: 'react' }, 'react'],
  ] as const)('fills %s with %j', async ([on, payload, value]) => {
    const acted = await runAction(shared().tab.page, INPUT, { on, payload });
    expect(acted.failure).toBeUndefined();
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'filled' } });
    if (value !== undefined) expect(await inPage(`document.querySelector('${on}').value`)).toBe(value);
  });

  test('replaces and extends the text of an editable element', async () => {
    await runAction(shared().tab.page, INPUT, { on: '#rich', payload: { text: 'new' } });
    const acted = await runAction(shared().tab.page, INPUT, { on: '#rich', payload: { text: 'er', clear: false } });
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'filled' } });
    expect(await inPage('rich.innerText')).toBe('newer');
  });

  test('reaches listeners of frameworks that track the value', async () => {
    await runAction(shared().tab.page, INPUT, { on: '#controlled', payload: { text: 'tracked' } });
    expect(await inPage('seen')).toEqual(['tracked']);
  });

  test('fills a password field and says nothing of what it holds', async () => {
    const acted = await runAction(shared().tab.page, INPUT, { on: '#pass', payload: { text: 'hunter2-secret' } });
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'filled' } });
    expect(JSON.stringify(acted)).not.toContain('hunter2');
    expect(await inPage('pass.value')).toBe('hunter2-secret');
  });

  test('that the field cut short is contradicted, with what it holds', async () => {
    const acted = await runAction(shared().tab.page, INPUT, { on: '#short', payload: { text: 'abcdef' } });
    expect(acted).toMatchObject({
      effect: 'applied',
      failure: {
        kind: 'postcondition_contradicted',
        details: { expected: { characters: 6 }, actual: { value: 'abc' } },
      },
    });
  });

  test.for([
    ['#fixed', 'read-only'],
    ['#tick', 'Use click'],
    ['#menu', 'Use click'],
    ['#dodgy', 'does not take the focus'],
  ] as const)('into %s is refused before anything is typed', async ([on, hint]) => {
    const acted = await runAction(shared().tab.page, INPUT, { on, payload: { text: 'x' }, timeoutMs: 1_000 });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'resource_state_mismatch' } });
    expect(acted.failure?.hint).toContain(hint);
  });
});

describe('select', () => {
  test.for([
    [{ label: 'Express' }, 'fast'],
    [{ value: 'fast' }, 'fast'],
    [{ index: 1 }, 'fast'],
  ] as const)('chooses by %j', async ([payload, value]) => {
    const acted = await runAction(shared().tab.page, SELECT, { on: '#delivery', payload });
    expect(acted).toMatchObject({
      effect: 'applied',
      postCondition: { state: 'selected', value, label: 'Express', index: 1 },
    });
    expect(await inPage('delivery.value')).toBe(value);
    expect(await inPage('log')).toEqual(expect.arrayContaining(['change delivery  false']));
  });

  test.for([
    ['#delivery', { label: 'By air' }, 'resource_state_mismatch', 'no such option'],
    ['#delivery', { value: 'never' }, 'resource_state_mismatch', 'disabled'],
    ['#user', { value: 'x' }, 'resource_state_mismatch', 'a list'],
    ['#delivery', {}, 'payload_invalid', 'exactly one'],
    ['#delivery', { value: 'fast', index: 1 }, 'payload_invalid', 'exactly one'],
  ] as const)('in %s by %j is refused', async ([on, payload, kind, words]) => {
    const acted = await runAction(shared().tab.page, SELECT, { on, payload });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind } });
    expect(acted.failure?.message).toContain(words);
  });

  test('names the options there are', async () => {
    const acted = await runAction(shared().tab.page, SELECT, { on: '#delivery', payload: { label: 'By air' } });
    expect(acted.failure?.details?.options).toContainEqual({ value: 'fast', label: 'Express', index: 1 });
  });
});

describe('press', () => {
  test('sends a key to the declared element', async () => {
    const acted = await runAction(shared().tab.page, PRESS, { on: '#user', payload: { key: 'Shift+A' } });
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'pressed', key: 'Shift+A' } });
    expect(await inPage('log')).toContain('keydown user A true');
  });

  test('selects all and deletes, as keys do', async () => {
    await runAction(shared().tab.page, PRESS, { on: '#user', payload: { key: 'Control+A' } });
    await runAction(shared().tab.page, PRESS, { payload: { key: 'Backspace' } });
    expect(await inPage('user.value')).toBe('');
  });

  test('repeats', async () => {
    await runAction(shared().tab.page, PRESS, { on: '#notes', payload: { key: 'Enter', count: 3 } });
    expect(await inPage('notes.value')).toBe('\n\n\n');
  });

  test('of a key that does not exist is refused, with the nearest name', async () => {
    const acted = await runAction(shared().tab.page, PRESS, { payload: { key: 'enter' } });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid', field: 'payload.key' } });
    expect(acted.failure?.hint).toContain('use Enter');
  });
});

test('hover moves the mouse over the element', async () => {
  const acted = await runAction(shared().tab.page, HOVER, { on: '#menu' });
  expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'hovered' } });
  expect(await inPage('log')).toContain('mouseover menu  true');
});

test('hover is seen in a page without a doctype, too', async () => {
  await shared().tab.goto(`${shared().site.origin}/quirks`);
  const acted = await runAction(shared().tab.page, HOVER, { on: '#menu' });
  expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'hovered' } });
});

describe('scroll', () => {
  test.for([
    [{ payload: { to: 'bottom' } }, 'scrollY === document.documentElement.scrollHeight - innerHeight'],
    [{ payload: { to: { y: 120 } } }, 'scrollY === 120'],
    [{ payload: { by: { y: 200 } } }, 'scrollY === 200'],
    [{ on: '#far' }, 'scrollY > 2000'],
    [{ on: '#pane', payload: { to: 'bottom' } }, 'pane.scrollTop > 800 && scrollY === 0'],
    [{ on: '#in-pane' }, 'pane.scrollTop > 800'],
  ] as const)('by %j moves the page', async ([request, proof]) => {
    const acted = await runAction(shared().tab.page, SCROLL, request);
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'scrolled' } });
    expect(await inPage(proof)).toBe(true);
  });

  test('without a target, a place or a distance is refused', async () => {
    expect(await runAction(shared().tab.page, SCROLL)).toMatchObject({
      effect: 'none',
      failure: { kind: 'payload_invalid' },
    });
  });
});

describe('upload_file', () => {
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
  const file = { name: 'bytes.bin', mime_type: 'application/octet-stream', content_base64: bytes.toString('base64') };

  test.for(['#files', '#file', '#file-label'])('puts the bytes into %s', async (on) => {
    const acted = await runAction(shared().tab.page, UPLOAD_FILE, { on, payload: { files: [file] } });
    expect(acted).toMatchObject({
      effect: 'applied',
      result: { files: [{ name: 'bytes.bin', bytes: 6 }] },
      postCondition: { state: 'files_chosen', count: 1 },
    });
    const id = on === '#files' ? 'files' : 'file';
    const arrived = `${id}.files[0].arrayBuffer().then((b) => [...new Uint8Array(b)])`;
    expect(await inPage(arrived)).toEqual([...bytes]);
    expect(await inPage(`${id}.files[0].type`)).toBe('application/octet-stream');
    expect(await inPage('log')).toContain(`change ${id}  false`);
  });

  test.for([
    ['#user', [file], 'resource_state_mismatch'],
    ['#file', [file, file], 'payload_invalid'],
    ['#file', [{ ...file, content_base64: 'not base64' }], 'payload_invalid'],
  ] as const)('into %s is refused where it cannot work', async ([on, files, kind]) => {
    const acted = await runAction(shared().tab.page, UPLOAD_FILE, { on, payload: { files } });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind } });
  });
});
