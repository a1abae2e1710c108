import type { Call } from '../../../contracts/adapter.ts';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageActed } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import { emulateFocus, pressKey, typeKeys } from './keyboard.ts';
import { overNavigation } from './over-navigation.ts';
import type { Selector } from './parse-selector.ts';
import { type Target, TO_FOCUS, untilReady, wrongKind } from './until-ready.ts';

export interface FillOptions {
  readonly text: string;
  readonly clear: boolean;
  readonly keystrokes: boolean;
  /** The text is a secret wherever it is typed; what goes into a password field always is. */
  readonly secret: boolean;
  readonly token: string;
}

/** How a field takes text: typed by the keyboard, set as a whole, or not at all. */
type Way = 'typed' | 'set' | 'read_only' | 'not_a_field' | 'no_focus';
type Prepared = Ready & { readonly way: Way };

/** What the field holds afterwards; `actual` is empty for a secret one. */
type Filled = {
  readonly held: boolean;
  readonly matches: boolean;
  readonly secret: boolean;
  readonly actual: string;
};

/** Focuses the field and selects what is to be replaced. A label leads to its field. */
const prepare = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  token: string,
  clear: boolean,
  sliceMs: number,
): Promise<Prepared> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element === null) return { ...ready, way: 'not_a_field' };
  const field = element.localName === 'label' ? (element.control ?? element) : element;
  const way = this.wayToFill(field);
  if (way === 'read_only' || way === 'not_a_field') return { ...ready, way };
  this.hold(token, field);
  if (way === 'set') return { ...ready, way };
  return { ...ready, way: this.focusToType(field, clear) ? way : 'no_focus' };
});

/** Sets what no keyboard types reliably; the page is told as it would be by the browser's own picker. */
const setValue = defineInPage(function (this: Kit, token: string, text: string): null {
  const field = this.holds.get(token)?.element;
  if (field === undefined) return null;
  field.value = text;
  field.dispatchEvent(new this.window.Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new this.window.Event('change', { bubbles: true }));
  return null;
});

/** Looks for a moment, as frameworks write a field anew after their own listeners ran. */
const verify = defineInPage(async function (this: Kit, token: string, text: string, clear: boolean): Promise<Filled> {
  const held = this.holds.get(token);
  if (held === undefined) return { held: false, matches: false, secret: true, actual: '' };
  const { element, before } = held;
  const isMultiline = element.localName === 'textarea' || element.isContentEditable === true;
  const tidy = (raw: string) =>
    isMultiline ? raw.replace(/\r\n?/gu, '\n').replace(/\n$/u, '') : raw.replace(/[\r\n]/gu, '');
  const wanted = tidy(clear ? text : before + text);
  const endMs = this.window.performance.now() + 300;
  while (tidy(this.fieldValueOf(element)) !== wanted && this.window.performance.now() < endMs) await this.nextFrame();
  this.release(token);
  const actual = this.fieldValueOf(element);
  return {
    held: true,
    matches: tidy(actual) === wanted,
    secret: this.isSecret(element),
    actual: this.isSecret(element) ? '' : actual.slice(0, 200),
  };
});

/** Waits for the field, fills it and looks at what it holds. The text appears in no failure and no result. */
export async function fillField(page: Page, target: Target, options: FillOptions, call: Call): Promise<PageActed> {
  const { clear, token, text } = options;
  const ready = await untilReady(page, target, call, async (sliceMs) => {
    // Before the field is focused: a page in the background would tell its listeners of the focus only later.
    await emulateFocus(page);
    return prepare(page, target.selector, TO_FOCUS, token, clear, sliceMs);
  });
  if (isFailure(ready)) return { effect: 'none', failure: ready };
  if (ready.way !== 'typed' && ready.way !== 'set') return refuse(target, ready);
  try {
    if (ready.way === 'set') await setValue(page, token, text);
    else await type(page, options);
    const filled = await overNavigation(() => verify(page, token, text, clear));
    return judge(target, options, filled);
  } catch (error) {
    return { effect: 'unknown', failure: translateCdpError(error) };
  }
}

async function type(page: Page, { text, clear, keystrokes }: FillOptions): Promise<void> {
  if (text !== '') return keystrokes ? typeKeys(page, text) : page.send('Input.insertText', { text });
  // Nothing to type: what is selected is deleted as a person would.
  if (clear) await pressKey(page, { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46, modifiers: [] });
}

function judge(target: Target, { text, clear, secret }: FillOptions, filled: Filled): PageActed {
  // Even its length is kept from logs.
  const isSecret = secret || filled.secret;
  const typed = isSecret ? {} : { characters: Array.from(text).length };
  const result = { element_id: target.identifier, ...typed };
  // The document went away in answer to the input: what the field held is gone with it.
  if (!filled.held) return { effect: 'applied', result };
  if (filled.matches) return { effect: 'applied', result, postCondition: { state: 'filled', ...typed } };
  const message = `Expected ${target.identifier} to hold ${clear ? 'the text' : 'the text at its end'}, found something else.`;
  const hint =
    'The field may limit, format or refuse what is typed: dates are 2026-05-21, times 13:45, colours #0088ff.';
  const actual = isSecret ? {} : { value: filled.actual };
  return {
    effect: 'applied',
    result,
    failure: failure('postcondition_contradicted', message, { hint, details: { expected: typed, actual } }),
  };
}

function refuse(target: Target, ready: Prepared): PageActed {
  const hints = {
    read_only: 'It is read-only: the page itself must unlock it.',
    no_focus: 'It does not take the focus: click it first, or name the field inside of it.',
    not_a_field: 'Use click for check boxes and buttons, select for lists, upload_file for files.',
  } as const;
  const hint = ready.way === 'typed' || ready.way === 'set' ? hints.not_a_field : hints[ready.way];
  return { effect: 'none', failure: wrongKind(target, ready, 'a field that takes text', hint) };
}
