import type { Outcome } from '../../contracts/outcome.ts';
import type { Example, ExampleStep } from '../example.ts';
import { ACCOUNT, openStandIn, type StandIn } from './stand-in.ts';

export const example: Example = {
  domain: 'login-flow',
  open: async () => {
    const standIn = await openStandIn();
    return { variables: { RUOYI_URL: standIn.url }, steps: stepsWith(standIn), close: standIn.close };
  },
};

const LOGIN = 'authentication.login_with_password';

const GET_CAPTCHA: ExampleStep = {
  title: 'Get a captcha',
  intent: 'authentication.captcha',
  expected: { status: 'fulfilled', effect: 'none', result: { enabled: true } },
};

/** A member of the latest result that has it. */
function latest(earlier: readonly Outcome[], name: string): string {
  const results = earlier.map(({ result }): unknown => Reflect.get(Object(result), name));
  return String(results.findLast((value) => value !== undefined));
}

function stepsWith(standIn: StandIn): readonly ExampleStep[] {
  const solved = (earlier: readonly Outcome[]) => {
    const uuid = latest(earlier, 'uuid');
    return { ...ACCOUNT, uuid, code: standIn.answerOf(uuid) };
  };
  const expired = { expected_state: 'open', actual_state: 'expired' };
  return [
    GET_CAPTCHA,
    {
      title: 'Log in',
      intent: LOGIN,
      payload: solved,
      expected: { status: 'fulfilled', effect: 'applied', verification: { status: 'verified' } },
    },
    {
      title: 'Tell who has logged in',
      intent: 'authentication.current_user',
      payload: (earlier) => ({ token: latest(earlier, 'token') }),
      expected: { status: 'fulfilled', effect: 'none', result: { username: ACCOUNT.username, roles: ['common'] } },
    },
    GET_CAPTCHA,
    {
      title: 'Log in with a wrong captcha: nothing was done',
      intent: LOGIN,
      payload: (earlier) => ({ ...solved(earlier), code: 'nineteen' }),
      expected: {
        status: 'rejected',
        effect: 'none',
        error: {
          code: 'resource_state_mismatch',
          field: 'payload.code',
          details: { expected_state: 'solved', actual_state: 'wrong' },
        },
      },
    },
    {
      title: 'Try the same captcha once more: it was good for one try',
      intent: LOGIN,
      payload: solved,
      expected: { status: 'rejected', effect: 'none', error: { code: 'resource_state_mismatch', details: expired } },
    },
    GET_CAPTCHA,
    {
      title: 'Log in two minutes later: the captcha has expired',
      before: standIn.expireCaptchas,
      intent: LOGIN,
      payload: solved,
      expected: { status: 'rejected', effect: 'none', error: { code: 'resource_state_mismatch', details: expired } },
    },
    GET_CAPTCHA,
    {
      title: 'Log in with a wrong password',
      intent: LOGIN,
      payload: (earlier) => ({ ...solved(earlier), password: 'not-this-one' }),
      expected: { status: 'rejected', effect: 'none', error: { code: 'forbidden' } },
    },
    {
      title: 'Tell who has logged in, by a token that is none',
      intent: 'authentication.current_user',
      payload: { token: 'made-up' },
      expected: {
        status: 'rejected',
        effect: 'none',
        error: { code: 'forbidden', details: { expected_state: 'logged_in', actual_state: 'logged_out' } },
      },
    },
  ];
}
