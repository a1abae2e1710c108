import { beforeEach, describe, expect, test } from 'vitest';
import { elementActions } from '../../../adapters/browser/elements/actions.ts';
import { LOGIN_WITH_PASSWORD } from '../../../adapters/browser/elements/login-with-password.ts';
import type { PageAction } from '../../../adapters/browser/page-action.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { shareTab } from '../share-tab.ts';
import { runAction } from './run-action.ts';

const LOGIN = `<!doctype html><title>Login</title><h1>Log in</h1>
<form id="form" method="get" action="/dashboard">
  <input id="username" name="u"><input id="password" name="p" type="password"><button id="submit">Log in</button>
</form><p id="error" hidden>Wrong</p>
<script>
  form.addEventListener('submit', (event) => {
    if (password.value !== 'right-secret') { event.preventDefault(); error.hidden = false; error.textContent = 'Wrong: ' + password.value; }
  });
</script>`;

const SHOP = `<!doctype html><title>Shop</title>
<input id="search"><button id="go" onclick="setTimeout(() => { found.hidden = false }, 200)">Go</button>
<p id="found" hidden>Found</p><a id="next" href="/slow">Next</a>`;

const shared = shareTab({
  '/login': LOGIN,
  '/dashboard': '<title>Dashboard</title><h1>Welcome</h1>',
  '/shop': SHOP,
  '/slow': (_request, response) => {
    setTimeout(() => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Slow</title><button id="search">Buy</button>');
    }, 300);
  },
});

function batch(): PageAction {
  const found = elementActions([]).find(({ declaration }) => declaration.key === 'ui_interaction.batch');
  if (found === undefined) throw new Error('There is no batch.');
  return found;
}

const ALL = ['batch', 'click', 'input', 'read', 'press', 'select'];
const on = (identifier: string, waitMs = 0) => [
  { type: 'dom_element', identifier, state: 'visible_enabled', wait_ms: waitMs },
];
const step = (subType: string, resources: JsonObject[], payload: JsonObject = {}, type = 'ui_interaction') => ({
  intent: { type, sub_type: subType },
  resources,
  payload,
});
const runBatch = (steps: JsonObject[], supportedActions = ALL) =>
  runAction(shared().tab.page, batch(), { payload: { steps }, supportedActions, timeoutMs: 4_000 });

describe('a batch', () => {
  beforeEach(() => shared().tab.goto(`${shared().site.origin}/shop`));

  test('does its steps in order and tells the result of each', async () => {
    const acted = await runBatch([
      step('input', on('#search'), { text: 'lamp' }),
      step('click', on('#go'), { expect: { element: { selector: '#found', state: 'visible_enabled' } } }),
      step('read', on('#found'), { what: 'text' }, 'dom'),
    ]);
    expect(acted.failure).toBeUndefined();
    expect(acted).toMatchObject({
      effect: 'applied',
      postCondition: { state: 'all_done', steps: 3 },
      result: {
        steps: [
          { intent: 'ui_interaction.input', status: 'done', effect: 'applied' },
          { intent: 'ui_interaction.click', status: 'done', effect: 'applied', result: { element_id: '#go' } },
          { intent: 'dom.read', status: 'done', effect: 'none', result: { content: 'Found' } },
        ],
      },
    });
  });

  test('stops at the first miss and says what was done', async () => {
    const acted = await runBatch([
      step('input', on('#search'), { text: 'lamp' }),
      step('click', on('#serch-button'), {}),
      step('click', on('#go'), {}),
    ]);
    expect(acted).toMatchObject({
      effect: 'partial',
      failure: {
        kind: 'resource_state_mismatch',
        field: 'payload.steps.1',
        details: {
          step: 1,
          resources: [{ identifier: '#serch-button', expected_state: 'visible_enabled', actual_state: 'absent' }],
        },
      },
      result: { steps: [{ status: 'done' }, { status: 'failed', effect: 'none' }, { status: 'not_run' }] },
    });
    expect(acted.failure?.message).toMatch(/^Step 2 of 3 \(ui_interaction\.click\): /u);
    expect(JSON.stringify(acted.failure?.details)).toContain('"selector":"#search"');
  });

  test('that misses its first step has done nothing', async () => {
    const acted = await runBatch([step('click', on('#nowhere')), step('click', on('#go'))]);
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'resource_state_mismatch' } });
  });

  test('waits for an element as long as its step says', async () => {
    const acted = await runBatch([
      step('click', on('#go')),
      step('read', on('#found', 2_000), { what: 'text' }, 'dom'),
    ]);
    expect(acted.failure).toBeUndefined();
  });

  test('acts on the new document after a step that leads there', async () => {
    const acted = await runBatch([step('click', on('#next')), step('read', on('#search'), { what: 'text' }, 'dom')]);
    expect(acted.failure).toBeUndefined();
    expect(acted.result).toMatchObject({ steps: [{}, { result: { content: 'Buy' } }] });
  });

  test('tells every problem of its steps before it does anything', async () => {
    const acted = await runBatch([
      step('input', on('#search'), { text: 'lamp', txet: 1 }),
      step('fly', on('#go')),
      step('click', [], { dialog: { action: 'accept' } }),
      step('click', on('text=')),
      step('click', [{ type: 'page_url', identifier: '/', state: 'current' }]),
    ]);
    expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid', field: 'payload.steps' } });
    const { problems } = acted.failure?.details ?? {};
    const pointers = (problems as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual([
      '/payload/steps/0/payload',
      '/payload/steps/1/intent',
      '/payload/steps/2/payload/dialog',
      '/payload/steps/2/resources',
      '/payload/steps/3/resources/0/identifier',
      '/payload/steps/4/resources/0/type',
      '/payload/steps/4/resources',
    ]);
    expect(JSON.stringify(problems)).toContain('txet');
  });

  test('needs the client to support the action of each step', async () => {
    const acted = await runBatch(
      [step('click', on('#go')), step('input', on('#search'), { text: '' })],
      ['batch', 'input'],
    );
    expect(acted).toMatchObject({
      effect: 'none',
      failure: { kind: 'action_not_supported', details: { missing: ['click'] } },
    });
  });

  test('whose step does not bring about what it expects stops there', async () => {
    const steps = [step('click', on('#go'), { expect: { url: '/elsewhere' } }), step('click', on('#go'))];
    const acted = await runAction(shared().tab.page, batch(), {
      payload: { steps },
      supportedActions: ALL,
      timeoutMs: 1_000,
    });
    expect(acted).toMatchObject({
      effect: 'partial',
      failure: { kind: 'postcondition_contradicted', details: { step: 0, expected: { url: '/elsewhere' } } },
      result: { steps: [{ status: 'failed', effect: 'applied' }, { status: 'not_run' }] },
    });
  });
});

describe('a login', () => {
  beforeEach(() => shared().tab.goto(`${shared().site.origin}/login`));

  const login = (more: JsonObject, timeoutMs = 4_000) =>
    runAction(shared().tab.page, LOGIN_WITH_PASSWORD, {
      on: '#submit',
      timeoutMs,
      payload: {
        username: 'zoe',
        password: 'right-secret',
        selectors: { username: '#username', password: '#password' },
        success: { url: '/dashboard', text: 'welcome' },
        ...more,
      },
    });

  test('is proven by its success condition', async () => {
    const acted = await login({});
    expect(acted.failure).toBeUndefined();
    expect(acted).toMatchObject({ effect: 'applied', postCondition: { state: 'logged_in', text: 'welcome' } });
  });

  test('with a wrong password is contradicted, with what was seen instead', async () => {
    const acted = await login({ password: 'wrong-secret', success: { text: 'Welcome' } }, 1_500);
    expect(acted).toMatchObject({
      effect: 'applied',
      failure: {
        kind: 'postcondition_contradicted',
        details: { expected: { text: 'Welcome' }, actual: { text: expect.stringContaining('Wrong: ') } },
      },
    });
  });

  test('whose condition holds before it could prove nothing', async () => {
    const acted = await login({ success: { text: 'Log in' } });
    expect(acted).toMatchObject({ effect: 'none', failure: { field: 'payload.success' } });
    const filled = await shared().tab.page.call('() => document.getElementById("username").value');
    expect(filled).toBe('');
  });

  test.for([
    [{ selectors: { username: '#user', password: '#password' } }, 'none', 'payload.selectors.username'],
    [{ selectors: { username: '#username', password: '#pass' } }, 'partial', 'payload.selectors.password'],
    [{ selectors: { username: 'text=', password: '#password' } }, 'none', 'payload.selectors.username'],
  ] as const)('with %j says which field it did not find', async ([more, effect, field]) => {
    const acted = await login(more, 700);
    expect(acted).toMatchObject({ effect, failure: { field } });
    expect(JSON.stringify(acted)).not.toContain('right-secret');
  });
});
