import Type from 'typebox';
import { type Failure, failure } from '../../../contracts/failure.ts';
import { defineAction } from '../elements/define-action.ts';
import { forbidden } from '../forbidden.ts';
import type { NavigationPolicy } from '../guard/navigation-policy.ts';
import type { Page } from '../page.ts';
import type { PageAction } from '../page-action.ts';
import { LOAD_STAGES, loadUrl } from './load-url.ts';

/** Sends the page to another address. */
export function defineNavigate(policy: NavigationPolicy): PageAction {
  return defineAction({
    key: 'ui_interaction.navigate',
    title: 'Navigate',
    description:
      'Sends the page to another address and waits until it has loaded. It may only go where the target allows it.',
    effect: 'idempotent',
    action: 'navigate',
    leavesPage: true,
    requires: [],
    payload: {
      url: Type.String({
        minLength: 1,
        maxLength: 8192,
        description: 'An http or https address, about:blank, or a path on the origin that the page is on.',
      }),
      wait_until: Type.Optional(
        Type.Enum([...LOAD_STAGES], { default: 'load', description: 'How far it must have loaded.' }),
      ),
    },
    result: Type.Object({
      url: Type.String({ description: 'Where the page is, redirects followed; secrets in it are masked.' }),
      title: Type.String(),
      status: Type.Optional(Type.Integer({ description: 'HTTP status of the document.' })),
      load_time_ms: Type.Integer(),
    }),
    example: {
      payload: { url: 'https://shop.example/', wait_until: 'load' },
      resources: [{ type: 'browser_target', identifier: '<page from page.open>', state: 'attached' }],
    },
    act: async (page, { url: wanted, wait_until: stage = 'load' }, call) => {
      const url = await resolveAddress(page, wanted);
      if (url === undefined) {
        return { effect: 'none', failure: unresolved(wanted) };
      }
      const refusal = policy.refuse(url);
      if (refusal !== undefined) return { effect: 'none', failure: forbidden(refusal) };
      return loadUrl(page, url, stage, call);
    },
  });
}

async function resolveAddress(page: Page, wanted: string): Promise<string | undefined> {
  if (URL.canParse(wanted)) return new URL(wanted).href;
  const base = await page.call<string>('() => location.href');
  return URL.canParse(wanted, base) ? new URL(wanted, base).href : undefined;
}

function unresolved(wanted: string): Failure {
  const isPath = URL.canParse(wanted, 'http://any.invalid');
  const message = isPath
    ? 'Expected payload.url to be a whole address, found a path: the page is on no origin yet (about:blank).'
    : 'Expected payload.url to be an address or a path, found neither.';
  return failure('payload_invalid', message, { field: 'payload.url' });
}
