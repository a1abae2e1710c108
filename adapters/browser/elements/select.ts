import Type from 'typebox';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import type { Selector } from './parse-selector.ts';
import { type Target, TO_FOCUS, targetOf, untilReady, wrongKind } from './until-ready.ts';

/** The one option that is wanted, by exactly one of these. */
type Wanted = { readonly value: string | null; readonly label: string | null; readonly index: number | null };

type Choice = { readonly value: string; readonly label: string; readonly index: number };

type Found = Ready & {
  readonly isSelect: boolean;
  readonly choice: (Choice & { readonly disabled: boolean }) | null;
  /** What there is to choose from, for the answer. */
  readonly options: readonly Choice[];
};

const find = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  wanted: Wanted,
  sliceMs: number,
): Promise<Found> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element?.localName !== 'select') return { ...ready, isSelect: false, choice: null, options: [] };
  const tidy = (text: string) => text.replace(/\s+/gu, ' ').trim();
  const options = Array.from(element.options ?? []);
  const choice = options.find(
    (option) =>
      (wanted.value === null || option.value === wanted.value) &&
      (wanted.label === null || tidy(option.label) === tidy(wanted.label)) &&
      (wanted.index === null || option.index === wanted.index),
  );
  const plain = ({ value, label, index }: Choice) => ({ value, label: tidy(label), index });
  return {
    ...ready,
    isSelect: true,
    choice: choice === undefined ? null : { ...plain(choice), disabled: choice.disabled },
    options: options.slice(0, 50).map(plain),
  };
});

/**
 * Chooses in the page: the list that opens belongs to the operating system, where no mouse event of CDP reaches.
 * Returns the index that is selected once the page's own listeners have run.
 */
const choose = defineInPage(async function (this: Kit, selector: Selector, index: number): Promise<number> {
  const { element } = this.pick(selector);
  const option = element?.options?.[index];
  if (element === null || option === undefined) return -1;
  element.focus();
  option.selected = true;
  element.dispatchEvent(new this.window.Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new this.window.Event('change', { bubbles: true }));
  await this.nextFrame();
  return option.selected ? index : (element.selectedIndex ?? -1);
});

export const SELECT: PageAction = defineAction({
  key: 'ui_interaction.select',
  title: 'Select',
  description: 'Chooses an option of a list (<select>) by its value, label or index; give exactly one of the three.',
  effect: 'idempotent',
  action: 'select',
  requires: ['dom_element'],
  payload: {
    value: Type.Optional(Type.String({ maxLength: 4096 })),
    label: Type.Optional(Type.String({ maxLength: 4096, description: 'What the option shows.' })),
    index: Type.Optional(Type.Integer({ minimum: 0, description: 'From 0.' })),
  },
  result: Type.Object({
    element_id: Type.String(),
    selected: Type.Object({ value: Type.String(), label: Type.String(), index: Type.Integer() }),
  }),
  example: {
    payload: { label: 'Express' },
    resources: [{ type: 'dom_element', identifier: '#delivery', state: 'visible_enabled' }],
  },
  act: async (page, { value = null, label = null, index = null }, call) => {
    const wanted = { value, label, index };
    const target = targetOf(call);
    if (isFailure(target)) return { effect: 'none', failure: target };
    if (Object.values(wanted).filter((given) => given !== null).length !== 1) {
      return { effect: 'none', failure: notOne() };
    }
    const found = await untilReady(page, target, call, (sliceMs) =>
      find(page, target.selector, TO_FOCUS, wanted, sliceMs),
    );
    if (isFailure(found)) return { effect: 'none', failure: found };
    const { choice } = found;
    if (choice === null || choice.disabled) return { effect: 'none', failure: noChoice(target, found) };
    try {
      const selected = await choose(page, target.selector, choice.index);
      return judge(target, { value: choice.value, label: choice.label, index: choice.index }, selected);
    } catch (error) {
      return { effect: 'unknown', failure: translateCdpError(error) };
    }
  },
});

function judge(target: Target, selected: Choice, actualIndex: number): PageActed {
  const result = { element_id: target.identifier, selected };
  if (actualIndex === selected.index)
    return { effect: 'applied', result, postCondition: { state: 'selected', ...selected } };
  const message = `Expected option ${selected.index} of ${target.identifier} to be selected, found ${actualIndex}.`;
  const details = { expected: { index: selected.index }, actual: { index: actualIndex } };
  return {
    effect: 'applied',
    result,
    failure: failure('postcondition_contradicted', message, { hint: 'The page changed the choice back.', details }),
  };
}

function notOne(): Failure {
  return failure('payload_invalid', 'Expected exactly one of value, label and index in the payload.', {
    field: 'payload',
    hint: 'Send {"label": "Express"}, {"value": "express"} or {"index": 1}.',
  });
}

function noChoice(target: Target, { isSelect, choice, options, ...ready }: Found): Failure {
  if (!isSelect) {
    return wrongKind(
      target,
      ready,
      'a list (<select>)',
      'Open a list that the page draws itself with click, and click the option.',
    );
  }
  const problem = choice === null ? 'there is no such option' : `${JSON.stringify(choice.label)} is disabled`;
  return failure(
    'resource_state_mismatch',
    `Expected an option to choose in ${target.identifier}, found that ${problem}.`,
    {
      field: 'payload',
      hint: 'Choose one of details.options.',
      details: { options },
    },
  );
}
