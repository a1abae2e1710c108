import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { readHold } from './held-element.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import { emulateFocus, pressKey } from './keyboard.ts';
import { overNavigation } from './over-navigation.ts';
import { parseKey } from './parse-key.ts';
import type { Selector } from './parse-selector.ts';
import { TO_FOCUS, targetOf, untilReady, wrongKind } from './until-ready.ts';

type Focused = Ready & { readonly focused: boolean };

const focus = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  token: string,
  sliceMs: number,
): Promise<Focused> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element === null) return { ...ready, focused: false };
  const focused = this.focusOn(element);
  if (focused) this.hold(token, element);
  return { ...ready, focused };
});

/** Without an element the key goes to whatever has the focus; any event in the document is proof then. */
const holdDocument = defineInPage(function (this: Kit, token: string): number {
  this.hold(token, this.window.document.documentElement);
  return this.window.performance.timeOrigin;
});

export const PRESS: PageAction = defineAction({
  key: 'ui_interaction.press',
  title: 'Press a key',
  description:
    'Presses a key or a combination, on the declared element or, without one, on whatever has the focus. Verified by the key event that arrived.',
  effect: 'unsafe',
  action: 'press',
  requires: [],
  payload: {
    key: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'One character, or a name of UI Events (Enter, Tab, ArrowDown, F5); modifiers before it: Control+A.',
    }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  },
  result: Type.Object({ key: Type.String(), count: Type.Integer() }),
  example: {
    payload: { key: 'Enter' },
    resources: [{ type: 'dom_element', identifier: '#search', state: 'visible_enabled' }],
  },
  act: async (page, { key, count = 1 }, call) => {
    const press = parseKey(key);
    if (typeof press === 'string') {
      // Not in the message, which reaches the log: it may be a whole password.
      const hint = `${press}.`;
      const message = 'Expected a key in payload.key, found none of that name.';
      return { effect: 'none', failure: failure('payload_invalid', message, { field: 'payload.key', hint }) };
    }
    const token = randomUUID();
    const documentBefore = await aim(page, token, call);
    if (isFailure(documentBefore)) return { effect: 'none', failure: documentBefore };
    try {
      await pressKey(page, press, count);
      const held = await readHold(page, token);
      const arrived = held.document !== documentBefore || held.reached.includes('keydown');
      const postCondition = arrived ? { postCondition: { state: 'pressed', key } } : {};
      return { effect: 'applied', result: { key, count }, ...postCondition };
    } catch (error) {
      return { effect: 'unknown', failure: translateCdpError(error) };
    }
  },
});

/** Focuses the declared element, if any, and holds what must meet the key. Returns the number of the document. */
async function aim(page: Page, token: string, call: Call): Promise<number | Failure> {
  if (!call.resources.some(({ type }) => type === 'dom_element')) {
    try {
      await emulateFocus(page);
      return await overNavigation(() => holdDocument(page, token));
    } catch (error) {
      return translateCdpError(error);
    }
  }
  const target = targetOf(call);
  if (isFailure(target)) return target;
  const ready = await untilReady(page, target, call, async (sliceMs) => {
    await emulateFocus(page);
    return focus(page, target.selector, TO_FOCUS, token, sliceMs);
  });
  if (isFailure(ready) || ready.focused) return isFailure(ready) ? ready : ready.document;
  const hint = 'Name the field or button inside of it, or leave the element out.';
  return wrongKind(target, ready, 'an element that takes the focus', hint);
}
