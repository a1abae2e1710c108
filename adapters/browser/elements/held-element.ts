import type { Page } from '../page.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import { overNavigation } from './over-navigation.ts';
import type { Selector } from './parse-selector.ts';

/** What met the held element, read when the action is over. */
export type Held = {
  readonly document: number;
  readonly reached: readonly string[];
  readonly landed_on: string | null;
};

/** Waits for the element and holds it under the token, from where events count as proof. */
export const holdElement = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  token: string,
  sliceMs: number,
): Promise<Ready> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element !== null) this.hold(token, element);
  return ready;
});

const releaseElement = defineInPage(function (this: Kit, token: string): Held {
  const held = this.release(token);
  return {
    document: this.window.performance.timeOrigin,
    reached: held?.reached ?? [],
    landed_on: held?.landedOn ?? null,
  };
});

/** Ends the hold. In another document than before there is nothing to end, and its number says so. */
export function readHold(page: Page, token: string): Promise<Held> {
  return overNavigation(() => releaseElement(page, token));
}
