import { beforeEach, describe, expect, test } from 'vitest';
import { CLICK } from '../../../adapters/browser/elements/click.ts';
import { shareTab } from '../share-tab.ts';
import { type ActionRequest, runAction } from './run-action.ts';

const PAGE = `<!doctype html><title>Clicks</title>
<style>
  @keyframes slide { from { margin-left: 0 } to { margin-left: 200px } }
  #moving { animation: slide 600ms linear 1 }
  #sticky { position: fixed; top: 0; left: 0; right: 0; height: 80px; background: #eee }
  #overlay { position: fixed; inset: 0; background: #fff }
</style>
<div id="sticky">Header</div>
<div style="margin-top:100px">
  <button id="plain">Plain</button>
  <div><button id="moving">Moving</button></div>
  <button class="twin">One</button><button class="twin">Two</button>
  <button id="late" style="display:none">Late</button>
  <button id="waking" disabled>Waking</button>
  <label for="agree">I agree</label><input id="agree" type="checkbox">
  <a id="link" href="/next">Next page</a>
  <button id="gone" onmousedown="this.remove()">Gone</button>
  <button id="asks">Asks</button>
  <div id="pane" style="height:60px;overflow:auto"><div style="height:900px"></div><button id="in-pane">In pane</button></div>
</div>
<div style="height:2500px"></div>
<button id="far">Far</button>
<script>
  window.log = [];
  for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])
    addEventListener(type, (e) => { log.push(type + ' ' + e.target.id + (e.shiftKey ? ' shift' : '') + (e.isTrusted ? '' : ' faked')); if (type === 'contextmenu') e.preventDefault(); }, true);
  const query = new URLSearchParams(location.search);
  if (query.has('late')) setTimeout(() => { late.style.display = ''; waking.disabled = false; }, 300);
  if (query.has('overlay')) { const o = document.createElement('div'); o.id = 'overlay'; o.textContent = 'Loading'; document.body.append(o); if (query.get('overlay') === 'brief') setTimeout(() => o.remove(), 300); }
</script>`;

const shared = shareTab({ '/': PAGE, '/next': '<title>Next</title><h1>Next</h1>' });

beforeEach(() => shared().tab.goto(`${shared().site.origin}/`));

const click = (request: ActionRequest) => runAction(shared().tab.page, CLICK, request);

async function pageLog(): Promise<string[]> {
  const { result } = await shared().tab.page.send('Runtime.evaluate', {
    expression: 'window.log',
    returnByValue: true,
  });
  return result.value;
}

describe('a click', () => {
  test.for([
    ['#plain', {}, ['click plain']],
    ['#plain', { count: 2 }, ['click plain', 'click plain', 'dblclick plain']],
    ['#plain', { button: 'right' }, ['auxclick plain', 'contextmenu plain']],
    ['#plain', { modifiers: ['Shift'] }, ['click plain shift']],
    ['text=I agree', {}, ['click ', 'click agree']],
    ['#far', {}, ['click far']],
    ['#in-pane', {}, ['click in-pane']],
    ['#moving', {}, ['click moving']],
    ['role=button[name="Plain"]', { position: { x: 3, y: 3 } }, ['click plain']],
  ] as const)('on %s with %j reaches it as a trusted event', async ([on, payload, log]) => {
    const acted = await click({ on, payload });
    expect(acted.failure).toBeUndefined();
    expect(acted).toMatchObject({ effect: 'applied', result: { element_id: on }, postCondition: { state: 'clicked' } });
    expect((await pageLog()).toSorted()).toEqual([...log].toSorted());
  });

  test.for(['#late', '#waking'])('waits until %s can be clicked', async (on) => {
    await shared().tab.goto(`${shared().site.origin}/?late`);
    expect(await click({ on })).toMatchObject({ effect: 'applied', postCondition: { state: 'clicked' } });
  });

  test('waits until nothing covers the element', async () => {
    await shared().tab.goto(`${shared().site.origin}/?overlay=brief`);
    expect(await click({ on: '#plain' })).toMatchObject({ effect: 'applied', postCondition: { state: 'clicked' } });
    expect(await pageLog()).toEqual(['click plain']);
  });

  test('that leads to another page is proven by the navigation or by its event', async () => {
    const acted = await click({ on: '#link' });
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'clicked' } });
    await expect.poll(() => shared().site.seen).toContain('GET /next');
  });

  test('on an element that goes away under the pressed button is told as a press that no click came of', async () => {
    const acted = await click({ on: '#gone' });
    expect(acted).toMatchObject({
      effect: 'applied',
      failure: {
        kind: 'postcondition_contradicted',
        message: expect.stringContaining('pressed and no click came of it'),
        details: { expected: { clicked: '#gone' }, actual: { pressed: '#gone' } },
      },
    });
    expect(acted.postCondition).toBeUndefined();
  });
});

describe('a click that cannot be made does nothing', () => {
  test.for([
    ['#late', 'hidden', 'hidden'],
    ['#waking', 'disabled', 'visible_disabled'],
    ['#nowhere', 'absent', 'absent'],
    ['.twin', 'ambiguous', 'visible_enabled'],
  ] as const)('on %s, which is %s', async ([on, reason, state]) => {
    const acted = await click({ on, timeoutMs: 700 });
    expect(acted).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'resource_state_mismatch',
        field: 'resources.0.identifier',
        details: { resources: [{ identifier: on, expected_state: 'visible_enabled', actual_state: state, reason }] },
      },
    });
    expect(await pageLog()).toEqual([]);
  });

  test('on an element that stays covered, and names the cover', async () => {
    await shared().tab.goto(`${shared().site.origin}/?overlay=forever`);
    const acted = await click({ on: '#plain', timeoutMs: 700 });
    expect(acted).toMatchObject({
      effect: 'none',
      failure: { details: { resources: [{ reason: 'covered', covered_by: 'div#overlay "Loading"' }] } },
    });
    expect(acted.failure?.message).toContain('is covered by div#overlay.');
  });

  test('on several elements at once, and offers a selector for each', async () => {
    const acted = await click({ on: '.twin', timeoutMs: 700 });
    const resources = acted.failure?.details?.resources;
    expect(JSON.stringify(resources)).toContain('button:nth-of-type(2)');
    expect(JSON.stringify(resources)).toContain('button:nth-of-type(3)');
  });

  test.for([
    ['div >', 'it is not valid CSS'],
    ['text=', 'text= needs the text'],
    ['role=Button', 'role= needs a role in lower case'],
    ['//button', 'XPath is not supported'],
  ] as const)('for the selector %s, because %s', async ([on, problem]) => {
    const acted = await click({ on });
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'invalid_request' } });
    expect(acted.failure?.message).toContain(problem);
  });
});
