import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Resource } from '../../../contracts/resource.ts';
import type { Page } from '../page.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import type { Needs, Ready, Unready } from './in-page/kit.ts';
import { overNavigation } from './over-navigation.ts';
import { parseSelector, type Selector, selectorFailure } from './parse-selector.ts';
import { probeElement } from './probe-element.ts';
import { withoutText } from './without-text.ts';

/** What a click, and all that the mouse does, needs. */
export const TO_POINT_AT: Needs = { visible: true, enabled: true, hittable: true, position: null };
/** What the keyboard needs. */
export const TO_FOCUS: Needs = { visible: true, enabled: true, hittable: false, position: null };
/** Anything that is in the document. */
export const TO_EXIST: Needs = { visible: false, enabled: false, hittable: false, position: null };

/** One call in the page waits no longer, so that a cancelled request and the command's own limit are never far. */
const SLICE_MS = 250;

/** The element that an action works on. */
export interface Target {
  readonly identifier: string;
  readonly selector: Selector;
  /** Where the selector stands in the request. */
  readonly field: string;
  readonly expectedState: string;
}

/** The first declared `dom_element`. Fails with `invalid_request` (unreadable selector) and `resource_missing`. */
export function targetOf(call: Call): Target | Failure {
  const index = call.resources.findIndex(({ type }) => type === 'dom_element');
  const resource = call.resources[index];
  if (resource === undefined) {
    return failure('resource_missing', `${call.intentKey} acts on a dom_element, and the request declares none.`, {
      field: 'resources',
      hint: 'Add {"type": "dom_element", "identifier": "#id", "state": "visible_enabled"} to resources.',
    });
  }
  return targetAt(resource, `resources.${index}.identifier`);
}

/** A selector that cannot be read fails with `kind`. */
export function targetAt(
  { identifier, state }: Pick<Resource, 'identifier' | 'state'>,
  field: string,
  kind: 'invalid_request' | 'payload_invalid' = 'invalid_request',
): Target | Failure {
  const selector = parseSelector(identifier);
  if (typeof selector === 'string') return selectorFailure(kind, identifier, selector, field);
  return { identifier, selector, field, expectedState: state };
}

/**
 * Repeats `attempt`, which waits in the page for the element to become ready, until it is or nearly all of the
 * request's time is up. Fails with `resource_state_mismatch`, and with `deadline_exceeded` where the element never came
 * to rest, and as `translateCdpError` where the page stops answering; nothing was done by then.
 */
export async function untilReady<T extends Ready>(
  page: Page,
  target: Target,
  call: Call,
  attempt: (sliceMs: number) => Promise<T>,
): Promise<T | Failure> {
  // The rest is for the answer: an action that waits to the very end could only say that time is up, not why.
  const endMs = performance.now() + call.remainingMs() * 0.9 - 50;
  try {
    for (;;) {
      const sliceMs = Math.max(0, Math.min(SLICE_MS, endMs - performance.now()));
      const ready = await overNavigation(() => attempt(sliceMs));
      if (ready.why === null) return ready;
      const isFinal = ready.why === 'ambiguous' || ready.why === 'bad_selector';
      if (isFinal || performance.now() >= endMs) return await unreadyFailure(page, target, ready);
    }
  } catch (error) {
    return translateCdpError(error);
  }
}

const FOUND: { readonly [why in Exclude<Unready, 'bad_selector'>]: (ready: Ready) => string } = {
  absent: () => 'there is no such element',
  ambiguous: ({ matches }) => `it matches ${matches} elements`,
  hidden: ({ description }) => `${withoutText(description)} is hidden`,
  disabled: ({ description }) => `${withoutText(description)} is disabled`,
  moving: ({ description }) => `${withoutText(description)} never came to rest`,
  out_of_view: ({ description }) => `${withoutText(description)} cannot be scrolled into view`,
  covered: ({ description, covered_by }) => `${withoutText(description)} is covered by ${withoutText(covered_by)}`,
};

const HINTS: { readonly [why in Exclude<Unready, 'bad_selector'>]: string } = {
  absent: 'Use one of details.resources[0].candidates, or give the page more time with wait_ms.',
  ambiguous: 'Use a selector that matches one element: see details.resources[0].candidates.',
  hidden: 'Make it visible first, or use one of details.resources[0].candidates.',
  disabled: 'Fill in what it waits for first, or give the page more time with wait_ms.',
  moving: 'Send it again once the animation has ended.',
  out_of_view: 'Leave position out, or choose one inside of the element.',
  covered: 'Close what covers it first; details.resources[0].covered_by names it.',
};

async function unreadyFailure(page: Page, target: Target, ready: Ready): Promise<Failure> {
  const { why } = ready;
  const { identifier, field } = target;
  if (why === null || why === 'bad_selector') {
    return selectorFailure('invalid_request', identifier, ready.problem ?? 'it cannot be read', field);
  }
  const kind = why === 'moving' ? 'deadline_exceeded' : 'resource_state_mismatch';
  const message = `Expected to act on ${JSON.stringify(identifier)}, found that ${FOUND[why](ready)}.`;
  const resource = { ...(await describeResource(page, target)), actual_state: ready.state, reason: why };
  const covered = ready.covered_by === null ? {} : { covered_by: ready.covered_by };
  return failure(kind, message, { field, hint: HINTS[why], details: { resources: [{ ...resource, ...covered }] } });
}

/** A `details.resources` entry for an element that cannot be acted on as it is, with the nearest candidates. */
async function describeResource(page: Page, target: Target): Promise<JsonObject> {
  const { identifier, expectedState } = target;
  const observation = await probeElement(page, { identifier, state: expectedState });
  const details = isFailure(observation) ? {} : (observation.details ?? {});
  return { type: 'dom_element', identifier, expected_state: expectedState, ...details };
}

/** The failure for an element that is there, but not of the kind that the action is for. */
export function wrongKind(target: Target, ready: Ready, expected: string, hint: string): Failure {
  const message = `Expected ${JSON.stringify(target.identifier)} to be ${expected}, found ${withoutText(ready.description)}.`;
  const { identifier, expectedState } = target;
  const resource = {
    type: 'dom_element',
    identifier,
    expected_state: expectedState,
    actual_state: ready.state,
    reason: 'wrong_kind',
    ...(ready.description === null ? {} : { element: ready.description }),
  };
  return failure('resource_state_mismatch', message, { field: target.field, hint, details: { resources: [resource] } });
}
