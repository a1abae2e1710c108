import type { Resource } from '../../contracts/resource.ts';
import type { Example } from '../example.ts';
import { openStandIn } from './stand-in.ts';

const page = (identifier: string, components: readonly string[] = ['Header', 'LoginForm', 'Footer']): Resource => ({
  type: 'blue_lake_page',
  identifier,
  state: 'loaded',
  metadata: { name: 'Login Page', components },
});
const payload = { project_id: '12345' };

/** A page that is not as it was said to be: refused before the import. */
const foundTo = (actual_state: string) => ({
  status: 'rejected' as const,
  effect: 'none' as const,
  error: {
    code: 'resource_state_mismatch' as const,
    details: { resources: [{ type: 'blue_lake_page', expected_state: 'loaded', actual_state }] },
  },
});

export const example: Example = {
  // The project and the page stand in the domain, so that each context id says which page its step is about.
  domain: 'blue-lake-12345-67890',
  open: async () => {
    const { url, cookie, close } = await openStandIn();
    return {
      variables: { LANHU_URL: url, LANHU_COOKIE: cookie, LANHU_TEAM: 'team-7' },
      close,
      steps: [
        {
          title: 'List the pages of the project',
          intent: 'design_import.pages',
          payload,
          expected: {
            status: 'fulfilled',
            result: {
              pages: [
                { id: '67890', name: 'Login Page' },
                { id: '67891', name: 'Dashboard' },
              ],
            },
          },
        },
        {
          title: 'Import a page with the components that are relied on',
          intent: 'design_import',
          resources: [page('67890')],
          payload,
          expected: {
            status: 'fulfilled',
            effect: 'none',
            verification: { status: 'verified' },
            result: {
              page: { id: '67890', name: 'Login Page', width: 375 },
              components: [
                { name: 'Header' },
                { name: 'LoginForm', parts: ['UsernameInput', 'PasswordInput', 'SubmitButton'] },
                { name: 'Footer' },
              ],
              metadata: { name: 'Login Page', components: ['Header', 'LoginForm', 'Footer'] },
            },
          },
        },
        {
          title: 'Import a page that there is not: refused before anything is fetched',
          intent: 'design_import',
          resources: [page('11111')],
          payload,
          expected: foundTo('missing'),
        },
        {
          title: 'Import a page that nothing was exported from',
          intent: 'design_import',
          resources: [page('67891')],
          payload,
          expected: foundTo('empty'),
        },
        {
          title: 'Import a page relying on a component that is no longer in it',
          intent: 'design_import',
          resources: [page('67890', ['Header', 'Sidebar'])],
          payload,
          expected: {
            status: 'partially_fulfilled',
            effect: 'none',
            verification: { status: 'contradicted' },
            error: { code: 'postcondition_contradicted' },
          },
        },
        {
          title: 'Import without naming a page: refused by name',
          intent: 'design_import',
          payload,
          expected: { status: 'rejected', effect: 'none', error: { code: 'resource_missing' } },
        },
        {
          title: 'List the pages of a project that there is not',
          intent: 'design_import.pages',
          payload: { project_id: '99999' },
          expected: { status: 'rejected', effect: 'none', error: { code: 'resource_missing' } },
        },
      ],
    };
  },
};
