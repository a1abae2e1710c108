import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Page } from '../page.ts';
import type { PageAction } from '../page-action.ts';
import { defineAction } from './define-action.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import type { Selector } from './parse-selector.ts';
import { readPngSize } from './read-png-size.ts';
import { TO_EXIST, targetOf, untilReady } from './until-ready.ts';

/** CSS pixels from the top left corner of the document. */
type Clip = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Chromium draws no larger surface; longer pages would repeat their beginning. */
const MAX_SIDE = 16_384;

const locate = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  sliceMs: number,
): Promise<Ready & { readonly clip: Clip | null }> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element === null) return { ...ready, clip: null };
  if (this.pointOf(element, null) === null) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    await this.nextFrame();
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return { ...ready, clip: { x: x + this.window.scrollX, y: y + this.window.scrollY, width, height } };
});

export const SCREENSHOT: PageAction = defineAction({
  key: 'ui_interaction.screenshot',
  title: 'Screenshot',
  description: 'Takes a picture of what the page shows, of the whole page, or of the declared element, as PNG.',
  effect: 'read',
  action: 'screenshot',
  requires: [],
  payload: {
    full_page: Type.Optional(
      Type.Boolean({ default: false, description: `The page as long as it is, up to ${MAX_SIDE} CSS pixels.` }),
    ),
  },
  result: Type.Object({
    png_base64: Type.String({ contentEncoding: 'base64', contentMediaType: 'image/png' }),
    width: Type.Integer({ description: 'Pixels of the picture.' }),
    height: Type.Integer(),
    bytes: Type.Integer({ description: 'Of the PNG itself.' }),
  }),
  example: { payload: { full_page: true }, resources: [] },
  act: async (page, { full_page = false }, call) => {
    const isAimed = call.resources.some(({ type }) => type === 'dom_element');
    if (isAimed && full_page) {
      const message = 'Expected either a dom_element or full_page, found both.';
      return { effect: 'none', failure: failure('payload_invalid', message, { field: 'payload.full_page' }) };
    }
    const clip = isAimed ? await clipOfElement(page, call) : full_page ? await clipOfPage(page) : undefined;
    if (isFailure(clip)) return { effect: 'none', failure: clip };
    const { data } = await page.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: clip !== undefined,
      ...(clip === undefined ? {} : { clip: { ...clip, scale: 1 } }),
    });
    const png = Buffer.from(data, 'base64');
    const size = readPngSize(png);
    if (size === undefined) {
      return { effect: 'none', failure: failure('adapter_failed', 'The browser sent a picture that is no PNG.') };
    }
    const result = { png_base64: data, ...size, bytes: png.length };
    return { effect: 'none', result, postCondition: { state: 'captured', ...size } };
  },
});

async function clipOfElement(page: Page, call: Call): Promise<Clip | Failure | undefined> {
  const target = targetOf(call);
  if (isFailure(target)) return target;
  const located = await untilReady(page, target, call, (sliceMs) =>
    locate(page, target.selector, { ...TO_EXIST, visible: true }, sliceMs),
  );
  return isFailure(located) ? located : (located.clip ?? undefined);
}

async function clipOfPage(page: Page): Promise<Clip> {
  const { cssContentSize } = await page.send('Page.getLayoutMetrics');
  const width = Math.min(cssContentSize.width, MAX_SIDE);
  return { x: 0, y: 0, width, height: Math.min(cssContentSize.height, MAX_SIDE) };
}
