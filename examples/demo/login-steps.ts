import type { FailureKind } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';

export interface Step {
  readonly title: string;
  readonly intent: string;
  /** What the client must support for it. */
  readonly action: string;
  readonly resources?: readonly Resource[];
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Left out: `fulfilled`. */
  readonly expected?: FailureKind;
}

const element = (identifier: string, state = 'visible_enabled', waitMs = 0): Resource => ({
  type: 'dom_element',
  identifier,
  state,
  wait_ms: waitMs,
});

/** The way through the demo site, refusals included: a refused step has touched nothing, so the flow goes on. */
export function loginSteps(origin: string): readonly Step[] {
  return [
    {
      title: 'Open the playground in a browser context of its own',
      intent: 'page.open',
      action: 'open_page',
      payload: { url: `${origin}/demo/playground` },
    },
    {
      title: 'Click a button that is hidden: refused before anything is touched',
      intent: 'ui_interaction.click',
      action: 'click',
      resources: [element('#hidden-btn')],
      expected: 'resource_state_mismatch',
    },
    {
      title: 'Wait until the notice over the button has gone, then click the button',
      intent: 'ui_interaction.click',
      action: 'click',
      resources: [element('#covered-btn'), element('#overlay', 'absent', 5000)],
      payload: { expect: { text: 'Delivery confirmed' } },
    },
    {
      title: 'Ask to confirm, and press OK in the dialog',
      intent: 'ui_interaction.click',
      action: 'click',
      resources: [element('#confirm-btn')],
      payload: { dialog: { action: 'accept' }, expect: { text: 'Answer: OK' } },
    },
    {
      title: 'Go to the login page',
      intent: 'ui_interaction.navigate',
      action: 'navigate',
      payload: { url: '/demo/login' },
    },
  ];
}
