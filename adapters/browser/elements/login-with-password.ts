import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { mask } from '../observe/collect-secrets.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { brokenOff } from './broken-off.ts';
import { clickTarget } from './click.ts';
import { defineAction } from './define-action.ts';
import { fillField } from './fill-field.ts';
import { type Target, targetAt, targetOf } from './until-ready.ts';
import { Expectation, type ExpectationVerdict, verifyExpectation } from './verify-expectation.ts';

/** Kept back of the deadline, so that what was seen instead can still be told. */
const ANSWER_RESERVE_MS = 300;

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
  act: async (page, { username, password, selectors, success }, call, signal) => {
    const startedMs = performance.now();
    const targets = targetsOf(selectors, call);
    if (isFailure(targets)) return { effect: 'none', failure: targets };
    const already = await alreadyThere(page, success, call, signal);
    if (already !== undefined) return already;
    const submitted = await fillAndSubmit(page, targets, { username, password }, call, signal);
    if (submitted.failure !== undefined) return submitted;
    try {
      const waitMs = Math.max(0, call.remainingMs() - ANSWER_RESERVE_MS);
      const verdict = await verifyExpectation(page, success, signal, waitMs);
      const loginTimeMs = Math.round(performance.now() - startedMs);
      return judge(withoutPassword(verdict, password), loginTimeMs);
    } catch (error) {
      return brokenOff(error, 'applied', call);
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
async function alreadyThere(
  page: Page,
  success: Expectation,
  call: Call,
  signal: AbortSignal,
): Promise<PageActed | undefined> {
  try {
    const { met, actual } = await verifyExpectation(page, success, signal, 0);
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
    return brokenOff(error, 'none', call);
  }
}

async function fillAndSubmit(
  page: Page,
  { username, password, submit }: Targets,
  credentials: { readonly username: string; readonly password: string },
  call: Call,
  signal: AbortSignal,
): Promise<PageActed> {
  const fill = (target: Target, text: string, secret: boolean) =>
    fillField(page, target, { text, secret, clear: true, keystrokes: false, token: randomUUID() }, call, signal);
  const named = await fill(username, credentials.username, false);
  if (named.failure !== undefined) return named;
  const filled = await fill(password, credentials.password, true);
  if (filled.failure !== undefined) return partly(filled);
  const click = { button: 'left', count: 1, modifiers: [], position: null } as const;
  const clicked = await clickTarget(page, submit, click, call, signal);
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

/** A form that is sent by GET, or a page that greets too warmly, shows the password where we look. */
function withoutPassword(verdict: ExpectationVerdict, password: string): ExpectationVerdict {
  const secrets = [password, encodeURIComponent(password)];
  const clean: unknown = JSON.parse(
    JSON.stringify(verdict.actual, (_key, value: unknown) =>
      typeof value === 'string' ? mask(value, secrets) : value,
    ),
  );
  return { ...verdict, actual: clean as ExpectationVerdict['actual'] }; // `as`: the same shape, other strings
}
