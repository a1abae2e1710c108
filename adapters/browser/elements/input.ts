import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { defineAction } from './define-action.ts';
import { type FillOptions, fillField } from './fill-field.ts';
import { targetOf } from './until-ready.ts';

export const INPUT: PageAction = defineAction({
  key: 'ui_interaction.input',
  title: 'Input',
  description:
    'Types text into a field or an editable element; dates, times, colours and ranges are set. Verified by what the field holds afterwards, which for password fields never leaves the page.',
  effect: 'unsafe',
  action: 'input',
  requires: ['dom_element'],
  payload: {
    text: Type.String({ maxLength: 1_000_000, description: 'What to type; "" with clear empties the field.' }),
    clear: Type.Optional(
      Type.Boolean({ default: true, description: 'Replace what the field holds; false: type at its end.' }),
    ),
    keystrokes: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Send each character as a key, for pages that listen to keys; slower.',
      }),
    ),
  },
  result: Type.Object({
    element_id: Type.String(),
    characters: Type.Optional(Type.Integer({ description: 'How many were typed; left out for password fields.' })),
  }),
  example: {
    payload: { text: 'zhangsan' },
    resources: [{ type: 'dom_element', identifier: '#username', state: 'visible_enabled' }],
  },
  act: (page, { text, clear = true, keystrokes = false }, call) =>
    act(page, { text, clear, keystrokes, secret: false, token: randomUUID() }, call),
});

async function act(page: Page, options: FillOptions, call: Call): Promise<PageActed> {
  const target = targetOf(call);
  if (isFailure(target)) return { effect: 'none', failure: target };
  return fillField(page, target, options, call);
}
