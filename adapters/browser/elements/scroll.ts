import Type from 'typebox';
import { failure, isFailure } from '../../../contracts/failure.ts';
import type { PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Point, Ready } from './in-page/kit.ts';
import type { Selector } from './parse-selector.ts';
import { TO_EXIST, targetOf, untilReady } from './until-ready.ts';

/** A direction that is left out stays as it is. */
type Move = { readonly relative: boolean; readonly distance: { readonly left?: number; readonly top?: number } };

type Scrolled = {
  readonly x: number;
  readonly y: number;
  /** As far as it goes. */
  readonly max_x: number;
  readonly max_y: number;
  /** Whether the declared element is in view; null without one. */
  readonly in_view: boolean | null;
};

const lookFor = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  sliceMs: number,
): Promise<Ready> {
  return (await this.awaitReady(selector, needs, sliceMs)).ready;
});

/** Scrolls the declared element's own content or, where it has none to scroll, that of the nearest that has. */
const scroll = defineInPage(async function (
  this: Kit,
  selector: Selector | null,
  move: Move | null,
): Promise<Scrolled> {
  const page = this.window.document.scrollingElement ?? this.window.document.documentElement;
  const element = selector === null ? null : this.pick(selector).element;
  const scroller = element === null ? page : this.scrollerOf(element);
  if (move === null) element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  else if (move.relative) scroller.scrollBy({ ...move.distance, behavior: 'instant' });
  else scroller.scrollTo({ ...move.distance, behavior: 'instant' });
  // Scroll listeners run with the next frame; content that loads then is there for whoever looks next.
  await this.nextFrame();
  return {
    x: Math.round(scroller.scrollLeft),
    y: Math.round(scroller.scrollTop),
    max_x: scroller.scrollWidth - scroller.clientWidth,
    max_y: scroller.scrollHeight - scroller.clientHeight,
    in_view: element === null ? null : this.pointOf(element, null) !== null,
  };
});

/** Further than any page is long, in CSS pixels; the browser stops at the end. */
const THE_END = 1e9;

function moveOf(to: 'top' | 'bottom' | Partial<Point> | null, by: Partial<Point> | null): Move | null {
  if (to === 'top') return { relative: false, distance: { top: 0 } };
  if (to === 'bottom') return { relative: false, distance: { top: THE_END } };
  if (to !== null) return { relative: false, distance: distanceOf(to) };
  return by === null ? null : { relative: true, distance: distanceOf(by) };
}

function distanceOf({ x, y }: Partial<Point>): Move['distance'] {
  return { ...(x === undefined ? {} : { left: x }), ...(y === undefined ? {} : { top: y }) };
}

const Coordinates = (description: string) =>
  Type.Object(
    { x: Type.Optional(Type.Number()), y: Type.Optional(Type.Number()) },
    { additionalProperties: false, minProperties: 1, description },
  );

export const SCROLL: PageAction = defineAction({
  key: 'ui_interaction.scroll',
  title: 'Scroll',
  description:
    'Scrolls the page, or the declared element (else the nearest around it that scrolls). With an element and neither to nor by, the element is scrolled into view.',
  effect: 'unsafe',
  action: 'scroll',
  requires: [],
  payload: {
    to: Type.Optional(Type.Union([Type.Enum(['top', 'bottom']), Coordinates('CSS pixels from the top left.')])),
    by: Type.Optional(Coordinates('CSS pixels from where it is; negative: up, left.')),
  },
  result: Type.Object({
    x: Type.Integer(),
    y: Type.Integer(),
    max_x: Type.Integer(),
    max_y: Type.Integer({ description: 'The largest y; at y = max_y the end is reached.' }),
    in_view: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  example: { payload: { to: 'bottom' }, resources: [] },
  act: async (page, { to = null, by = null }, call) => {
    const isAimed = call.resources.some(({ type }) => type === 'dom_element');
    const target = isAimed ? targetOf(call) : null;
    if (isFailure(target)) return { effect: 'none', failure: target };
    if ((to !== null && by !== null) || (to === null && by === null && target === null)) {
      const message = 'Expected one of to and by in the payload, or a dom_element to scroll into view.';
      return { effect: 'none', failure: failure('payload_invalid', message, { field: 'payload' }) };
    }
    if (target !== null) {
      const ready = await untilReady(page, target, call, (sliceMs) =>
        lookFor(page, target.selector, { ...TO_EXIST, visible: true }, sliceMs),
      );
      if (isFailure(ready)) return { effect: 'none', failure: ready };
    }
    try {
      const scrolled = await scroll(page, target?.selector ?? null, moveOf(to, by));
      return {
        effect: 'applied',
        result: scrolled,
        postCondition: { state: 'scrolled', x: scrolled.x, y: scrolled.y },
      };
    } catch (error) {
      return { effect: 'unknown', failure: translateCdpError(error) };
    }
  },
});
