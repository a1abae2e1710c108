import Type from 'typebox';
import type { Acted, Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { actOnPage } from '../act-on-page.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { ConnectedBrowser } from '../connected-browser.ts';
import { BROWSER_TARGET_TYPE, findPage, namedTarget } from '../contexts/find-page.ts';
import { sealHandle } from '../contexts/page-handle.ts';
import { DialogPolicy } from '../dialog-policy.ts';
import { Expectation, refuseExpectation } from '../elements/verify-expectation.ts';
import { forbidden } from '../forbidden.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { LOAD_STAGES, type LoadStage, loadUrl } from './load-url.ts';
import { PageDescription } from './page-schema.ts';
import type { TargetIntent } from './target-intent.ts';

export const PAGE_OPEN: TargetIntent = {
  declaration: {
    key: 'page.open',
    title: 'Open a page',
    description:
      'Opens a page: in a fresh context of its own (execution_context isolated), in the default context (shared), or, ' +
      'where a browser_target is named, in the context of that page.',
    effect: 'unsafe',
    actions: ['open'],
    requires: [],
    payload: Type.Object(
      {
        url: Type.Optional(
          Type.String({ maxLength: 8192, default: 'about:blank', description: 'An http or https address.' }),
        ),
        wait_until: Type.Optional(
          Type.Enum([...LOAD_STAGES], { default: 'load', description: 'How far it must have loaded.' }),
        ),
        expect: Type.Optional(Expectation),
        dialog: Type.Optional(DialogPolicy),
      },
      { additionalProperties: false },
    ),
    result: Type.Object({
      ...PageDescription,
      status: Type.Optional(Type.Integer({ description: 'HTTP status of the document.' })),
      load_time_ms: Type.Integer(),
      resource: Type.Object(
        { type: Type.Literal(BROWSER_TARGET_TYPE), identifier: Type.String(), state: Type.Literal('attached') },
        { description: 'Put this into the resources of the next request.' },
      ),
    }),
    example: { payload: { url: 'https://shop.example/' }, resources: [] },
  },
  execute: async (browser, call) => {
    const problem = refuseExpectation(call);
    if (problem !== undefined) return { effect: 'none', failure: problem };
    const url = String(call.payload.url ?? 'about:blank');
    const refusal = browser.policy.refuse(url);
    if (refusal !== undefined) return { effect: 'none', failure: forbidden(refusal) };
    const place = await choosePlace(browser, call);
    if (isFailure(place)) return { effect: 'none', failure: place };
    const opened = await openBlankPage(browser, call.principal, place);
    return load(browser, opened, url, call);
  },
};

interface Place {
  /** Undefined: the default context. */
  readonly browserContextId: string | undefined;
  readonly expiresAtMs: number | undefined;
  /** Whether the context was made for this page, and goes with it when it does not load. */
  readonly isNew: boolean;
}

interface Opened extends Place {
  readonly targetId: string;
  readonly identifier: string;
}

/** A named page says where; then `execution_context` does. */
async function choosePlace(browser: ConnectedBrowser, call: Call): Promise<Place | Failure> {
  if (namedTarget(call) !== undefined) {
    const beside = await findPage(browser, call);
    if (isFailure(beside)) return beside;
    const { browserContextId } = beside;
    const mark = browserContextId === undefined ? undefined : await browser.contexts.read(browserContextId);
    return { browserContextId, expiresAtMs: mark?.expiresAtMs, isNew: false };
  }
  const { execution_context: wanted } = call.capabilities;
  if (wanted === 'shared') return { browserContextId: undefined, expiresAtMs: undefined, isNew: false };
  if (wanted === 'dedicated') {
    return failure('resource_missing', 'Expected a browser_target resource, as execution_context is "dedicated".', {
      field: 'resources',
      hint: 'Name the page whose context is to be used, or declare execution_context "isolated" or "shared".',
    });
  }
  const made = await browser.contexts.create(call.principal);
  return isFailure(made) ? made : { ...made, isNew: true };
}

async function openBlankPage(browser: ConnectedBrowser, principal: string, place: Place): Promise<Opened> {
  const { browserContextId } = place;
  // Blank first: an address given here would be asked for before the page is guarded.
  const { targetId } = await browser.connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    ...(browserContextId === undefined ? {} : { browserContextId }),
  });
  const identifier =
    browserContextId === undefined ? targetId : await sealHandle(browser.sealer, principal, targetId, browserContextId);
  return { ...place, targetId, identifier };
}

async function load(browser: ConnectedBrowser, opened: Opened, url: string, call: Call): Promise<Acted> {
  const { page, release } = await browser.pages.hold(opened.targetId);
  try {
    const acted = await actOnPage(browser, page, loading(url), call);
    const isThere = acted.failure === undefined || acted.failure.kind === 'postcondition_contradicted';
    if (isThere) return { ...acted, effect: 'applied', result: describeOpened(opened, acted) };
    // Nobody was told its name, so nobody could close it.
    await discard(browser, opened);
    return { ...acted, effect: 'none' };
  } finally {
    release();
  }
}

/** Every page starts with it. */
const BLANK: PageActed = {
  effect: 'applied',
  result: { url: 'about:blank', title: '', load_time_ms: 0 },
  postCondition: { state: 'loaded', url: 'about:blank' },
};

function loading(url: string): PageAction {
  return {
    declaration: PAGE_OPEN.declaration,
    act: async (page, call) => {
      if (url === 'about:blank') return BLANK;
      const stage = (call.payload.wait_until ?? 'load') as LoadStage; // `as`: checked against the declared schema
      return loadUrl(page, url, stage, call);
    },
  };
}

function describeOpened(opened: Opened, acted: Acted): NonNullable<Acted['result']> {
  const { identifier, targetId, browserContextId, expiresAtMs } = opened;
  const loaded = typeof acted.result === 'object' && acted.result !== null ? acted.result : {};
  return {
    page: identifier,
    target_id: targetId,
    execution_context: browserContextId === undefined ? 'shared' : 'isolated',
    ...loaded,
    ...(expiresAtMs === undefined ? {} : { expires_at: new Date(expiresAtMs).toISOString() }),
    resource: { type: BROWSER_TARGET_TYPE, identifier, state: 'attached' },
  };
}

async function discard(
  { connection, contexts }: ConnectedBrowser,
  { browserContextId, targetId, isNew }: Opened,
): Promise<void> {
  if (isNew && browserContextId !== undefined) await contexts.dispose(browserContextId);
  else ignoreGone(connection.browser.send('Target.closeTarget', { targetId }));
}
