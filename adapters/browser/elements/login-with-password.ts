import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { timeToAct } from '../time-to-act.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { clickTarget } from './click.ts';
import { defineAction } from './define-action.ts';
import { fillField } from './fill-field.ts';
import { type Target, targetAt, targetOf } from './until-ready.ts';
import { Expectation, type ExpectationVerdict, verifyExpectation } from './verify-expectation.ts';

const SelectorText = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description });

export const LOGIN_WITH_PASSWORD: PageAction = defineAction({
  key: 'authentication.login_with_password',
  title: 'Log in with a password',
  description:
    'Fills in user name and password, submits, and waits for the success condition within the deadline. The password appears in no answer and no log.',
  effect: 'unsafe',
  action: 'login_with_password',
  requires: ['dom_element'],
  payload: {
    username: Type.String({ minLength: 1, maxLength: 1024 }),
    password: Type.String({ minLength: 1, maxLength: 1024, format: 'password', writeOnly: true }),
    selectors: Type.Object(
      {
        username: SelectorText('The field of the user name.'),
        password: SelectorText('The field of the password.'),
        submit: Type.Optional(SelectorText('What to click; left out: the first dom_element of resources.')),
      },
      { additionalProperties: false },
    ),
    success: Expectation,
  },
  result: Type.Object({ login_time_ms: Type.Integer() }),
  example: {
    payload: {
      username: 'zhangsan',
      password: 'correct horse battery staple',
      selectors: { username: '#username', password: '#password', submit: '#login-btn' },
      success: { url: '/demo/dashboard' },
    },
    resources: [{ type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled' }],
  },
  act: async (page, { username, password, selectors, success }, call) => {
    const startedMs = performance.now();
    const targets = targetsOf(selectors, call);
    if (isFailure(targets)) return { effect: 'none', failure: targets };
    const already = await alreadyThere(page, success);
    if (already !== undefined) return already;
    const submitted = await fillAndSubmit(page, targets, { username, password }, call);
    if (submitted.failure !== undefined) return submitted;
    try {
      const verdict = await verifyExpectation(page, success, timeToAct(call));
      return judge(verdict, Math.round(performance.now() - startedMs));
    } catch (error) {
      return { effect: 'applied', failure: translateCdpError(error) };
    }
  },
});

interface Targets {
  readonly username: Target;
  readonly password: Target;
  readonly submit: Target;
}

function targetsOf(
  selectors: { readonly username: string; readonly password: string; readonly submit?: string },
  call: Call,
): Targets | Failure {
  const read = (name: 'username' | 'password' | 'submit', identifier: string) =>
    targetAt({ identifier, state: 'visible_enabled' }, `payload.selectors.${name}`, 'payload_invalid');
  const username = read('username', selectors.username);
  if (isFailure(username)) return username;
  const password = read('password', selectors.password);
  if (isFailure(password)) return password;
  const submit = selectors.submit === undefined ? targetOf(call) : read('submit', selectors.submit);
  return isFailure(submit) ? submit : { username, password, submit };
}

/** A condition that holds before the login could prove nothing after it. */
async function alreadyThere(page: Page, success: Expectation): Promise<PageActed | undefined> {
  try {
    const { met, actual } = await verifyExpectation(page, success, 0);
    if (!met) return undefined;
    const message = 'Expected a success condition that only a login brings about, found that it holds already.';
    return {
      effect: 'none',
      failure: failure('resource_state_mismatch', message, {
        field: 'payload.success',
        hint: 'Either the page is logged in, or the condition should name something that the login page does not show.',
        details: { actual },
      }),
    };
  } catch (error) {
    return { effect: 'none', failure: translateCdpError(error) };
  }
}

async function fillAndSubmit(
  page: Page,
  { username, password, submit }: Targets,
  credentials: { readonly username: string; readonly password: string },
  call: Call,
): Promise<PageActed> {
  const fill = (target: Target, text: string, secret: boolean) =>
    fillField(page, target, { text, secret, clear: true, keystrokes: false, token: randomUUID() }, call);
  const named = await fill(username, credentials.username, false);
  if (named.failure !== undefined) return named;
  const filled = await fill(password, credentials.password, true);
  if (filled.failure !== undefined) return partly(filled);
  const click = { button: 'left', count: 1, modifiers: [], position: null } as const;
  const clicked = await clickTarget(page, submit, click, call);
  return clicked.failure === undefined ? clicked : partly(clicked);
}

/** The user name at least stands in its field. */
function partly(acted: PageActed): PageActed {
  return acted.effect === 'none' ? { ...acted, effect: 'partial' } : acted;
}

function judge({ met, expected, actual }: ExpectationVerdict, loginTimeMs: number): PageActed {
  const result = { login_time_ms: loginTimeMs };
  if (met) return { effect: 'applied', result, postCondition: { state: 'logged_in', ...actual } };
  const message =
    'Expected the success condition after the login was submitted, found that it did not come true in time.';
  return {
    effect: 'applied',
    result,
    failure: failure('postcondition_contradicted', message, {
      field: 'payload.success',
      hint: 'Compare expected and actual: the credentials may be wrong, or the condition.',
      details: { expected, actual },
    }),
  };
}
