import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { type Held, holdElement, readHold } from './held-element.ts';
import type { Point } from './in-page/kit.ts';
import { type ClickOptions, clickAt, MODIFIERS, MOUSE_BUTTONS } from './mouse.ts';
import { type Target, TO_POINT_AT, targetOf, untilReady } from './until-ready.ts';
import { withoutText } from './without-text.ts';

/** CSS pixels; further than any page reaches. */
const Offset = Type.Number({ minimum: -100_000, maximum: 100_000 });

export const CLICK: PageAction = defineAction({
  key: 'ui_interaction.click',
  title: 'Click',
  description:
    'Clicks an element with the mouse, once it is visible, enabled, at rest and not covered; verified by the click event that reached it.',
  effect: 'unsafe',
  action: 'click',
  requires: ['dom_element'],
  payload: {
    button: Type.Optional(Type.Enum([...MOUSE_BUTTONS], { default: 'left' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, default: 1, description: '2: a double click.' })),
    modifiers: Type.Optional(
      Type.Array(Type.Enum([...MODIFIERS]), { maxItems: 4, description: 'Keys held down meanwhile.' }),
    ),
    position: Type.Optional(
      Type.Object(
        { x: Offset, y: Offset },
        {
          additionalProperties: false,
          description: "CSS pixels from the element's top left corner; left out: the middle of its visible part.",
        },
      ),
    ),
  },
  result: Type.Object({
    element_id: Type.String({ description: 'The identifier of the element, as the request gave it.' }),
    click_time_ms: Type.Integer({ description: 'From the first look at the element to the proof of the click.' }),
  }),
  example: {
    payload: {},
    resources: [{ type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled' }],
  },
  act: async (page, { button = 'left', count = 1, modifiers = [], position = null }, call) => {
    const target = targetOf(call);
    if (isFailure(target)) return { effect: 'none', failure: target };
    return clickTarget(page, target, { button, count, modifiers, position }, call);
  },
});

/** Waits until the target can be clicked, clicks it, and looks at what the click reached. */
export async function clickTarget(
  page: Page,
  target: Target,
  { position, ...click }: ClickOptions & { readonly position: Point | null },
  call: Call,
): Promise<PageActed> {
  const startedMs = performance.now();
  const token = randomUUID();
  const needs = { ...TO_POINT_AT, position };
  const ready = await untilReady(page, target, call, (sliceMs) =>
    holdElement(page, target.selector, needs, token, sliceMs),
  );
  if (isFailure(ready)) return { effect: 'none', failure: ready };
  try {
    // `untilReady` gives a point to whatever it found ready to be pointed at.
    await clickAt(page, ready.point ?? { x: 0, y: 0 }, click);
    const held = await readHold(page, token);
    return judge(target, held, ready.document, Math.round(performance.now() - startedMs));
  } catch (error) {
    return { effect: 'unknown', failure: translateCdpError(error) };
  }
}

/** Of the events that end a click, the one that the button brings. */
const ENDS = ['click', 'auxclick', 'contextmenu'];

function judge(target: Target, held: Held, documentBefore: number, clickTimeMs: number): PageActed {
  const result = { element_id: target.identifier, click_time_ms: clickTimeMs };
  if (held.document !== documentBefore) {
    return { effect: 'applied', result, postCondition: { state: 'clicked', proof: 'navigation' } };
  }
  if (ENDS.some((type) => held.reached.includes(type))) {
    return { effect: 'applied', result, postCondition: { state: 'clicked' } };
  }
  if (held.reached.length > 0) {
    return {
      effect: 'applied',
      result,
      failure: failure(
        'postcondition_contradicted',
        `Expected a click on ${JSON.stringify(target.identifier)}, found that it was pressed and no click came of it: the page took it away, or moved it, under the pressed button.`,
        {
          hint: 'What the page does at the press may have been done: look at it before you click again.',
          details: { expected: { clicked: target.identifier }, actual: { pressed: target.identifier } },
        },
      ),
    };
  }
  const actual = held.landed_on === null ? 'no element that we can see' : held.landed_on;
  return {
    effect: 'applied',
    result,
    failure: failure(
      'postcondition_contradicted',
      `Expected the click to reach ${JSON.stringify(target.identifier)}, found that it reached ${withoutText(actual)}.`,
      {
        hint: 'Something moved in front of it at the last moment: look at the page before you click again.',
        details: { expected: { clicked: target.identifier }, actual: { clicked: actual } },
      },
    ),
  };
}
