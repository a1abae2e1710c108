import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import type { Failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { Page } from '../page.ts';
import { describeUrl } from '../secrets/describe-url.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import { ELEMENT_STATES, type ElementState, type Kit } from './in-page/kit.ts';
import { matchUrl } from './match-url.ts';
import { overNavigation } from './over-navigation.ts';
import { parseSelector, type Selector, selectorFailure } from './parse-selector.ts';

export const Expectation = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Where the page is: a path (/dashboard) or a whole address; * stands for any run of characters.',
      }),
    ),
    element: Type.Optional(
      Type.Object(
        { selector: Type.String({ minLength: 1, maxLength: 4096 }), state: Type.Enum([...ELEMENT_STATES]) },
        { additionalProperties: false },
      ),
    ),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'Text that the page shows, in any case.' }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What must hold after the action; it is waited for within the deadline.',
  },
);
export type Expectation = Static<typeof Expectation>;

export interface ExpectationVerdict {
  readonly met: boolean;
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

/** A post-condition that can never be looked at is refused before anything is done. */
export function refuseExpectation(call: Call): Failure | undefined {
  const expect = call.payload.expect as Expectation | undefined; // `as`: checked against the declared schema
  if (expect?.element === undefined) return undefined;
  const { selector } = expect.element;
  const parsed = parseSelector(selector);
  if (typeof parsed !== 'string') return undefined;
  return selectorFailure('payload_invalid', selector, parsed, 'payload.expect.element.selector');
}

/** A few looks a second cost the page nothing, and a person would not notice the delay. */
const LOOK_EVERY_MS = 40;

type Seen = {
  readonly url: string;
  readonly state: ElementState;
  readonly problem: string | null;
  readonly text_found: boolean;
  /** The start of what the page shows instead. */
  readonly text: string;
};

const look = defineInPage(function (this: Kit, selector: Selector | null, text: string | null): Seen {
  const picked = selector === null ? null : this.pick(selector);
  const { body } = this.window.document;
  const shown = text === null || body === null ? '' : this.shownTextOf(body).replace(/\s+/gu, ' ').trim();
  return {
    url: this.window.location.href,
    state: picked?.element ? this.stateOf(picked.element) : 'absent',
    problem: picked?.problem ?? null,
    text_found: text !== null && shown.toLowerCase().includes(text.toLowerCase()),
    text: shown.slice(0, 200),
  };
});

/**
 * Looks until all of it holds, or until `waitMs` have passed. Navigations under way are waited for.
 */
export async function verifyExpectation(page: Page, expect: Expectation, waitMs: number): Promise<ExpectationVerdict> {
  const endMs = performance.now() + waitMs;
  const lookOnce = prepareLook(page, expect);
  let verdict: ExpectationVerdict | undefined;
  try {
    for (;;) {
      verdict = judge(expect, await lookOnce());
      if (verdict.met || performance.now() + LOOK_EVERY_MS > endMs) return verdict;
      await sleep(LOOK_EVERY_MS);
    }
  } catch (error) {
    // Past the deadline the last look is the answer.
    if (verdict !== undefined && error instanceof CdpError && error.reason === 'aborted') return verdict;
    throw error;
  }
}

function prepareLook(page: Page, expect: Expectation): () => Promise<Seen> {
  const parsed = expect.element === undefined ? undefined : parseSelector(expect.element.selector);
  const selector = typeof parsed === 'object' ? parsed : null;
  const text = expect.text?.replace(/\s+/gu, ' ').trim() ?? null;
  return async () => {
    const seen = await overNavigation(() => look(page, selector, text));
    return typeof parsed === 'string' ? { ...seen, problem: parsed } : seen;
  };
}

function judge(expect: Expectation, seen: Seen): ExpectationVerdict {
  const { url, element, text } = expect;
  const checks = [
    url === undefined || matchUrl(url, seen.url),
    element === undefined || (seen.problem === null && seen.state === element.state),
    text === undefined || seen.text_found,
  ];
  const found = seen.problem === null ? { state: seen.state } : { problem: seen.problem };
  return {
    met: checks.every(Boolean),
    expected: { ...expect },
    actual: {
      ...(url === undefined ? {} : { url: describeUrl(seen.url) }),
      ...(element === undefined ? {} : { element: { selector: element.selector, ...found } }),
      ...(text === undefined ? {} : { text: seen.text_found ? text : seen.text }),
    },
  };
}
