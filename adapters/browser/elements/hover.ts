import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { holdElement } from './held-element.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit } from './in-page/kit.ts';
import { moveMouse } from './mouse.ts';
import { overNavigation } from './over-navigation.ts';
import { TO_POINT_AT, targetOf, untilReady } from './until-ready.ts';

/** Mouse moves take effect with the next frame, so the look is repeated for a few. */
const isHovered = defineInPage(async function (this: Kit, token: string): Promise<boolean> {
  const element = this.release(token)?.element;
  for (let frame = 0; element !== undefined && frame < 10; frame++) {
    // Alone, `:hover` matches nothing but links in a page without a doctype (quirks mode).
    if (element.matches(':is(:hover)')) return true;
    await this.nextFrame();
  }
  return false;
});

export const HOVER: PageAction = defineAction({
  key: 'ui_interaction.hover',
  title: 'Hover',
  description:
    'Moves the mouse over an element, as for menus that open under it; verified by the state of the element.',
  effect: 'idempotent',
  action: 'hover',
  requires: ['dom_element'],
  payload: {},
  result: Type.Object({ element_id: Type.String() }),
  example: {
    payload: {},
    resources: [{ type: 'dom_element', identifier: '#menu', state: 'visible_enabled' }],
  },
  act: async (page, _payload, call) => {
    const target = targetOf(call);
    if (isFailure(target)) return { effect: 'none', failure: target };
    const token = randomUUID();
    const ready = await untilReady(page, target, call, (sliceMs) =>
      holdElement(page, target.selector, { ...TO_POINT_AT, enabled: false }, token, sliceMs),
    );
    if (isFailure(ready)) return { effect: 'none', failure: ready };
    const result = { element_id: target.identifier };
    try {
      await moveMouse(page, ready.point ?? { x: 0, y: 0 });
      const hovered = await overNavigation(() => isHovered(page, token));
      if (hovered) return { effect: 'applied', result, postCondition: { state: 'hovered' } };
      const message = `Expected the mouse to be over ${target.identifier}, found it elsewhere.`;
      const hint = 'Something moved in front of it: look at the page before you try again.';
      const details = { expected: { hovered: true }, actual: { hovered: false } };
      return { effect: 'applied', result, failure: failure('postcondition_contradicted', message, { hint, details }) };
    } catch (error) {
      return { effect: 'unknown', failure: translateCdpError(error) };
    }
  },
});
