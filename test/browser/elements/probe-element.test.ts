import { beforeAll, describe, expect, test } from 'vitest';
import { probeElement } from '../../../adapters/browser/elements/probe-element.ts';
import { isFailure } from '../../../contracts/failure.ts';
import { shareTab } from '../share-tab.ts';

const STATES = `<!doctype html><title>States</title>
<style>
  #zero { width: 0; height: 0; overflow: hidden; padding: 0; border: 0 }
  #overlay { position: fixed; left: 0; top: 0; width: 300px; height: 60px; background: #fff }
  #contents { display: contents }
</style>
<button id="covered" style="position:absolute;left:10px;top:10px">Under</button>
<div id="overlay">Please wait</div>
<div style="margin-top:80px">
  <button id="plain">Plain</button>
  <button id="none" style="display:none">None</button>
  <div style="display:none"><button id="inside-none">Inside</button></div>
  <button id="invisible" style="visibility:hidden">Invisible</button>
  <button id="collapsed-back" style="visibility:hidden"><b id="visible-again" style="visibility:visible">Back</b></button>
  <button id="zero"></button>
  <input type="checkbox" id="transparent" style="opacity:0">
  <button id="disabled" disabled>Disabled</button>
  <fieldset disabled><input id="in-fieldset"></fieldset>
  <div aria-disabled="true"><button id="in-aria">Aria</button></div>
  <div inert><button id="inert">Inert</button></div>
  <div id="contents"><span>Text</span></div>
  <select id="choice"><option id="option">One</option></select>
  <details><summary>More</summary><button id="in-details">Closed</button></details>
  <button class="twin">Twin</button><button class="twin">Twin</button>
  <i class="shy">seen</i><i class="shy" style="display:none">hidden</i>
  <div id="host"></div>
  <div id="box" style="height:40px;overflow:auto"><div style="height:400px"></div><button id="in-box">In box</button></div>
  <iframe srcdoc="<button id=framed>Framed</button>"></iframe>
  <input id="secret" type="password" value="hunter2" placeholder="Your password">
  <label>User name <input name="user" value="zoe"></label>
</div>
<form id="hostile" style="display:contents"><input name="getAttribute" hidden></form>
<form id="booking" style="display:contents"><p><input name="children"><input name="id"></p><p><button>Find rooms</button></p></form>
<div style="height:3000px"></div>
<button id="far">Far away</button>
<script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML = '<button id="shady">Shady</button>';</script>`;

const shared = shareTab({ '/': STATES });

beforeAll(() => shared().tab.goto(`${shared().site.origin}/`));

async function probe(identifier: string, state = 'visible_enabled') {
  const observation = await probeElement(shared().tab.page, { identifier, state });
  if (isFailure(observation)) throw new Error(observation.message);
  return observation;
}

test('a form whose fields are called as what elements have by nature is an element like any other', async () => {
  const button = await probe('text=Find rooms');
  expect(button.details).toMatchObject({ matches: 1, element: 'button "Find rooms"' });
  const form = await probe('#booking');
  expect(form).toMatchObject({
    state: 'visible_enabled',
    details: { element: expect.stringMatching(/^form#booking/) },
  });
});

describe('the state of an element', () => {
  test.for([
    ['#plain', 'visible_enabled', undefined],
    ['#none', 'hidden', undefined],
    ['#inside-none', 'hidden', undefined],
    ['#invisible', 'hidden', undefined],
    ['#visible-again', 'visible_enabled', undefined],
    ['#zero', 'hidden', undefined],
    ['#transparent', 'visible_enabled', 'transparent'],
    ['#disabled', 'visible_disabled', undefined],
    ['#in-fieldset', 'visible_disabled', undefined],
    ['#in-aria', 'visible_disabled', undefined],
    ['#inert', 'visible_disabled', 'ignores_pointer'],
    ['#contents', 'visible_enabled', undefined],
    ['#option', 'visible_enabled', undefined],
    ['#in-details', 'hidden', undefined],
    ['#covered', 'visible_enabled', 'covered_by_other'],
    ['#in-box', 'visible_enabled', undefined],
    ['#far', 'visible_enabled', undefined],
    ['.twin', 'visible_enabled', 'matches_many'],
    ['.shy', 'visible_enabled', undefined],
    ['#shady', 'visible_enabled', undefined],
    ['text=Shady', 'visible_enabled', undefined],
    ['role=button[name="Shady"]', 'visible_enabled', undefined],
    ['#framed', 'absent', undefined],
    ['#nowhere', 'absent', undefined],
    ['text=far AWAY', 'visible_enabled', undefined],
    ['text="far away"', 'absent', undefined],
    ['text="Far away"', 'visible_enabled', undefined],
    ['role=button[name="Disabled"]', 'visible_disabled', undefined],
    ['role=textbox[name="User name"]', 'visible_enabled', undefined],
    ['role=checkbox', 'visible_enabled', 'transparent'],
  ] as const)('%s is %s, because %s', async ([selector, state, reason]) => {
    const observation = await probe(selector);
    expect(observation).toMatchObject({ state });
    expect(observation.reason).toBe(reason);
  });

  test('what lies in the way is described', async () => {
    expect((await probe('#covered')).details).toMatchObject({ covered_by: 'div#overlay "Please wait"' });
  });
});

describe('what a look teaches', () => {
  test.for([
    ['#none', 'display: none on button#none "None"'],
    ['#inside-none', 'display: none on div "Inside"'],
    ['#invisible', 'visibility: hidden'],
    ['#zero', 'it has no size'],
    ['#in-details', 'what it lies in is closed (content-visibility: hidden)'],
  ] as const)('%s is hidden by %s', async ([selector, hiddenBy]) => {
    expect((await probe(selector)).details).toMatchObject({ hidden_by: hiddenBy });
  });

  test.for([
    ['#plian', '#plain'],
    ['button#disable', '#disabled'],
    ['role=button[name="Far"]', '#far'],
    ['[name=usr]', 'input[name="user"]'],
  ] as const)('the nearest candidate for %s is %s', async ([selector, nearest]) => {
    const { state, details } = await probe(selector);
    expect(state).toBe('absent');
    expect(details?.candidates).toMatchObject([{ selector: nearest }, {}, {}, {}, {}]);
  });

  test('each candidate is a selector that matches one element', async () => {
    const { details } = await probe('.twin');
    const selectors = JSON.stringify(details?.candidates).matchAll(/"selector":("(?:[^"\\]|\\.)*")/gu);
    const found = await Promise.all([...selectors].map(([, quoted]) => probe(JSON.parse(String(quoted)))));
    expect(found.map(({ details: seen }) => seen?.matches)).toEqual([1, 1, 1, 1, 1]);
  });

  test.for([['#none'], ['#inside-none'], ['#disabled']] as const)(
    '%s, not as declared, is no candidate for itself',
    async ([selector]) => {
      const { state, details } = await probe(selector);
      expect(state).not.toBe('visible_enabled');
      expect(details?.candidates).toHaveLength(5);
      expect(JSON.stringify(details?.candidates)).not.toContain(JSON.stringify(selector));
    },
  );

  test('frames were not searched, and how many', async () => {
    expect((await probe('#framed')).details).toMatchObject({ frames_not_searched: 1 });
  });

  test('nothing of what fields hold', async () => {
    for (const selector of ['#secre', '#secret', 'role=textbox[name="User nam"]', 'body', 'label']) {
      expect(JSON.stringify(await probe(selector, 'hidden'))).not.toMatch(/hunter2|zoe/u);
    }
  });

  test('an element that is rightly absent needs no candidates', async () => {
    expect(await probe('#plain', 'absent')).toMatchObject({ state: 'visible_enabled' });
    expect((await probe('#nowhere', 'absent')).details).toEqual({ matches: 0, frames_not_searched: 1 });
  });
});
