import type { FailureKind } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';

export interface Step {
  readonly title: string;
  readonly intent: string;
  readonly resources?: readonly Resource[];
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  /** Left out: `fulfilled`. */
  readonly expected?: FailureKind;
}

const element = (identifier: string, state = 'visible_enabled', waitMs = 0): Resource => ({
  type: 'dom_element',
  identifier,
  state,
  wait_ms: waitMs,
});

/** The account that the login page of the demo site shows. */
const ACCOUNT = { username: 'zhangsan', password: 'open-parcel-7' };
const LOGIN = {
  ...ACCOUNT,
  selectors: { username: '#username', password: '#password', submit: '#login-btn' },
  success: { url: '/demo/dashboard' },
};

/** The way through the demo site, refusals included: a refused step has touched nothing, so the flow goes on. */
export function loginSteps(origin: string): readonly Step[] {
  return [
    {
      title: 'Open the playground in a browser context of its own',
      intent: 'page.open',
      payload: { url: `${origin}/demo/playground` },
    },
    {
      title: 'Click a button that is hidden: refused before anything is touched',
      intent: 'ui_interaction.click',
      resources: [element('#hidden-btn')],
      expected: 'resource_state_mismatch',
    },
    {
      title: 'Wait until the notice over the button has gone, then click the button',
      intent: 'ui_interaction.click',
      resources: [element('#covered-btn'), element('#overlay', 'absent', 5000)],
      payload: { expect: { text: 'Delivery confirmed' } },
    },
    {
      title: 'Ask to confirm, and press OK in the dialog',
      intent: 'ui_interaction.click',
      resources: [element('#confirm-btn')],
      payload: { dialog: { action: 'accept' }, expect: { text: 'Answer: OK' } },
    },
    {
      title: 'Go to the login page',
      intent: 'ui_interaction.navigate',
      payload: { url: '/demo/login' },
    },
    {
      title: 'Log in with a wrong password: done, and found not to have worked',
      intent: 'authentication.login_with_password',
      resources: [element('#login-btn')],
      payload: { ...LOGIN, password: 'not-this-one' },
      timeoutMs: 2500,
      expected: 'postcondition_contradicted',
    },
    {
      title: 'Log in',
      intent: 'authentication.login_with_password',
      resources: [element('#login-btn')],
      payload: LOGIN,
    },
    {
      title: 'Read the greeting of the dashboard',
      intent: 'dom.read',
      resources: [element('#welcome'), { type: 'page_url', identifier: '/demo/dashboard', state: 'current' }],
      payload: { what: 'text' },
    },
    {
      title: 'Take a picture',
      intent: 'ui_interaction.screenshot',
    },
    {
      title: 'Close the page, and its browser context with it',
      intent: 'page.close',
    },
  ];
}
