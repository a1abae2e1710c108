import type { Observation, ResourceTypeDeclaration } from '../../../contracts/adapter.ts';
import type { Failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Resource } from '../../../contracts/resource.ts';
import type { Page } from '../page.ts';
import { rankCandidates, wantedWords } from './candidates.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import { ELEMENT_STATES, type ElementState, type Kit, type Nearby } from './in-page/kit.ts';
import { overNavigation } from './over-navigation.ts';
import { parseSelector, SELECTOR_FORMS, type Selector, selectorFailure } from './parse-selector.ts';

export const DOM_ELEMENT: ResourceTypeDeclaration = {
  type: 'dom_element',
  description:
    "An element of the page's main document, open shadow roots included; elements inside frames are out of reach. " +
    'Where several match and one of them is visible, it is that one.',
  states: ELEMENT_STATES,
  identifier: `${SELECTOR_FORMS.charAt(0).toUpperCase()}${SELECTOR_FORMS.slice(1)}.`,
  cacheable: false,
};

/** Why a state is not the whole truth, the gravest first. */
const REASONS = ['matches_many', 'ignores_pointer', 'covered_by_other', 'transparent'] as const;

type Look = {
  readonly problem: string | null;
  readonly state: ElementState;
  readonly signs: { readonly [reason in (typeof REASONS)[number]]: boolean };
  readonly matches: number;
  readonly description: string | null;
  readonly covered_by: string | null;
  readonly hidden_by: string | null;
  readonly frames: number;
  readonly nearby: readonly Nearby[];
};

const look = defineInPage(function (this: Kit, selector: Selector, expected: string, wanted: string): Look {
  const picked = this.pick(selector);
  const { element, matches, ambiguous, problem } = picked;
  const frames = this.window.document.querySelectorAll('iframe,frame').length;
  const state = element === null ? 'absent' : this.stateOf(element);
  const isFine = (state === expected && !ambiguous) || expected === 'absent';
  const nearby = isFine ? [] : this.nearby(wanted, picked);
  const signs = { matches_many: ambiguous, ignores_pointer: false, covered_by_other: false, transparent: false };
  const unknown = { description: null, covered_by: null, hidden_by: null };
  const seen = { ...unknown, problem, state, signs, matches, frames, nearby };
  if (element === null) return seen;
  const description = this.describe(element);
  if (state === 'hidden') return { ...seen, description, hidden_by: this.hiddenBy(element) };
  const isBoxed = element.checkVisibility({ checkVisibilityCSS: false, checkOpacity: false });
  const isOpaque = element.checkVisibility({ checkVisibilityCSS: false, checkOpacity: true });
  const isInert = element.closest('[inert]') !== null || this.window.getComputedStyle(element).pointerEvents === 'none';
  // Outside of the viewport nothing can be hit, and a look must not scroll.
  const point = isInert ? null : this.pointOf(element, null);
  const cover = point === null ? null : this.coverAt(element, point);
  return {
    ...seen,
    description,
    covered_by: cover === null ? null : this.describe(cover),
    signs: { ...signs, ignores_pointer: isInert, covered_by_other: cover !== null, transparent: isBoxed && !isOpaque },
  };
});

/**
 * Looks at the element once and changes nothing. A selector that cannot be read is `invalid_request`: no page could
 * make it right.
 */
export async function probeElement(
  page: Page,
  resource: Pick<Resource, 'identifier' | 'state'>,
): Promise<Observation | Failure> {
  const { identifier, state } = resource;
  const selector = parseSelector(identifier);
  const refused = (problem: string) => selectorFailure('invalid_request', identifier, problem, 'resources.identifier');
  if (typeof selector === 'string') return refused(selector);
  const wanted = wantedWords(selector);
  const seen = await overNavigation(() => look(page, selector, state, wanted));
  if (seen.problem !== null) return refused(seen.problem);
  const reason = REASONS.find((sign) => seen.signs[sign]);
  return {
    state: seen.state,
    ...(reason === undefined ? {} : { reason }),
    details: detailsOf(seen, wanted),
  };
}

function detailsOf(seen: Look, wanted: string): JsonObject {
  const candidates = rankCandidates(wanted, seen.nearby);
  return {
    matches: seen.matches,
    ...(seen.description === null ? {} : { element: seen.description }),
    ...(seen.covered_by === null ? {} : { covered_by: seen.covered_by }),
    ...(seen.hidden_by === null ? {} : { hidden_by: seen.hidden_by }),
    ...(seen.state === 'absent' && seen.frames > 0 ? { frames_not_searched: seen.frames } : {}),
    ...(candidates.length === 0 ? {} : { candidates }),
  };
}
