import type { Page } from '../page.ts';
import type { Point } from './in-page/kit.ts';

export const MOUSE_BUTTONS = ['left', 'right', 'middle'] as const;
export type MouseButton = (typeof MOUSE_BUTTONS)[number];

export const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** Bits of CDP's `Input.dispatch*Event`. */
const MODIFIER_BITS: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const BUTTON_BITS: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };

export function modifierBits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | MODIFIER_BITS[modifier], 0);
}

export async function moveMouse(page: Page, { x, y }: Point): Promise<void> {
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
}

export interface ClickOptions {
  readonly button: MouseButton;
  readonly count: number;
  readonly modifiers: readonly Modifier[];
}

/** Moves and clicks; all events go out at once, as the browser keeps their order, so this is one round trip. */
export async function clickAt(page: Page, { x, y }: Point, { button, count, modifiers }: ClickOptions): Promise<void> {
  const common = { x, y, modifiers: modifierBits(modifiers) };
  const sent: Promise<void>[] = [page.send('Input.dispatchMouseEvent', { ...common, type: 'mouseMoved' })];
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    const click = { ...common, button, clickCount };
    const buttons = BUTTON_BITS[button];
    sent.push(page.send('Input.dispatchMouseEvent', { ...click, type: 'mousePressed', buttons }));
    sent.push(page.send('Input.dispatchMouseEvent', { ...click, type: 'mouseReleased', buttons: 0 }));
  }
  await Promise.all(sent);
}
