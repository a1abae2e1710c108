import type { Page } from '../page.ts';
import { modifierBits } from './mouse.ts';
import { characterKey, type KeyPress } from './parse-key.ts';

/** Presses and releases a key; both events go out at once, as the browser keeps their order. */
export async function pressKey(page: Page, { modifiers, text, ...key }: KeyPress, count = 1): Promise<void> {
  const common = { ...key, modifiers: modifierBits(modifiers) };
  const typed = text === undefined ? {} : { text, unmodifiedText: text };
  // A key that types nothing must not be sent as one that does, or pages get a `keypress` that no keyboard makes.
  const type = text === undefined ? 'rawKeyDown' : 'keyDown';
  const sent = Array.from({ length: count }, () => [
    page.send('Input.dispatchKeyEvent', { ...common, ...typed, type }),
    page.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp' }),
  ]);
  await Promise.all(sent.flat());
}

/** Types as a person would, key by key, for pages that listen to keys instead of input. */
export async function typeKeys(page: Page, text: string): Promise<void> {
  for (const character of text.replaceAll('\r\n', '\n')) {
    await pressKey(page, { ...characterKey(character), modifiers: [] });
  }
}

/** Lets the page believe that it has the focus: in the background of its browser it would not get key events. */
export async function emulateFocus(page: Page): Promise<void> {
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}
