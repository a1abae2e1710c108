import type { Selector } from '../parse-selector.ts';
import type { DomElement } from './dom-types.ts';
import type { Awaited, Kit, Needs, Ready, Unready } from './kit.ts';

/** Looks again each frame until ready, or until `sliceMs` passed. */
export async function awaitReady(this: Kit, selector: Selector, needs: Needs, sliceMs: number): Promise<Awaited> {
  const endMs = this.window.performance.now() + sliceMs;
  for (let look = 0; ; look++) {
    const awaited = await this.lookOnce(selector, needs, look);
    const { why } = awaited.ready;
    const isFinal = why === null || why === 'ambiguous' || why === 'bad_selector';
    if (isFinal || this.window.performance.now() >= endMs) return awaited;
    await this.nextFrame();
  }
}

export async function lookOnce(this: Kit, selector: Selector, needs: Needs, look: number): Promise<Awaited> {
  const { element, matches, ambiguous, problem } = this.pick(selector);
  const found = {
    problem,
    matches,
    state: element === null ? ('absent' as const) : this.stateOf(element),
    description: element === null ? null : this.describe(element),
    covered_by: null,
    point: null,
    document: this.window.performance.timeOrigin,
  };
  const unready = (why: Unready): Awaited => ({ ready: { ...found, why }, element: null });
  if (problem !== null) return unready('bad_selector');
  if (element === null) return unready('absent');
  if (ambiguous) return unready('ambiguous');
  if (needs.visible && found.state === 'hidden') return unready('hidden');
  if (needs.enabled && this.isDisabled(element)) return unready('disabled');
  if (!needs.hittable) return { ready: { ...found, why: null }, element };
  const settled = await this.settleAt(element, needs, look);
  return { ready: { ...found, ...settled }, element: settled.why === null ? element : null };
}

export async function settleAt(
  this: Kit,
  element: DomElement,
  needs: Needs,
  look: number,
): Promise<Pick<Ready, 'why' | 'point' | 'covered_by'>> {
  const isClear = () => {
    const point = this.pointOf(element, needs.position);
    return point !== null && this.coverAt(element, point) === null;
  };
  // Another alignment each look: what lies under a sticky header at one of them is free at the next.
  const block = ['nearest', 'center', 'end', 'start'][look % 4] ?? 'center';
  if (!isClear()) element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await this.nextFrame();
  const after = element.getBoundingClientRect();
  const isStill = (['x', 'y', 'width', 'height'] as const).every((side) => before[side] === after[side]);
  if (!isStill || !element.isConnected) return { why: 'moving', point: null, covered_by: null };
  const point = this.pointOf(element, needs.position);
  if (point === null) return { why: 'out_of_view', point, covered_by: null };
  const cover = this.coverAt(element, point);
  if (cover === null) return { why: null, point, covered_by: null };
  return { why: 'covered', point, covered_by: this.describe(cover) };
}
