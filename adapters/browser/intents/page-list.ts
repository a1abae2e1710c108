import Type from 'typebox';
import { describePage, listPages } from '../contexts/list-pages.ts';
import { PageDescription } from './page-schema.ts';
import type { TargetIntent } from './target-intent.ts';

export const PAGE_LIST: TargetIntent = {
  declaration: {
    key: 'page.list',
    title: 'List pages',
    description: "Lists the caller's own pages and the shared ones, with the names to use in browser_target resources.",
    effect: 'read',
    actions: ['list'],
    requires: [],
    payload: Type.Object({}, { additionalProperties: false }),
    result: Type.Object({ pages: Type.Array(Type.Object(PageDescription)) }),
    example: { payload: {}, resources: [] },
  },
  execute: async (browser, call) => {
    await browser.contexts.sweep();
    const pages = await listPages(browser, call.principal);
    return { effect: 'none', result: { pages: pages.map(describePage) } };
  },
};
