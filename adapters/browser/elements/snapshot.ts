import Type from 'typebox';
import type { Page } from '../page.ts';
import type { PageAction } from '../page-action.ts';
import { describeUrl } from '../secrets/describe-url.ts';
import { defineAction } from './define-action.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit } from './in-page/kit.ts';
import { SECRET_FIELDS } from './in-page/secret-fields.ts';
import { outlineTree } from './outline-tree.ts';
import { overNavigation } from './over-navigation.ts';
import { truncateBytes } from './truncate-bytes.ts';

const DEFAULT_NODES = 1_000;
const DEFAULT_BYTES = 65_536;
const MAX_BYTES = 16_777_216;

type Shown = { readonly url: string; readonly title: string; readonly text: string };

const show = defineInPage(function (this: Kit, maxCharacters: number): Shown {
  const { body, title } = this.window.document;
  const text = maxCharacters === 0 || body === null ? '' : this.shownTextOf(body).slice(0, maxCharacters);
  return { url: this.window.location.href, title, text };
});

export const SNAPSHOT: PageAction = defineAction({
  key: 'dom.snapshot',
  title: 'Snapshot',
  description:
    "The page as assistive technology sees it: one line an element, with role, name and state, in the words that role= selectors take. What password fields hold is left out. Frames' insides are not part of it.",
  effect: 'read',
  action: 'snapshot',
  requires: [],
  payload: {
    max_nodes: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: DEFAULT_NODES })),
    max_bytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BYTES,
        default: DEFAULT_BYTES,
        description: 'Of the tree and, apart from it, of the text.',
      }),
    ),
    text: Type.Optional(Type.Boolean({ default: false, description: "Also the page's text as it is shown." })),
  },
  result: Type.Object({
    url: Type.String(),
    title: Type.String(),
    tree: Type.String({ description: 'Lines as: - button "Sign in" [disabled]' }),
    nodes: Type.Integer(),
    text: Type.Optional(Type.String()),
    truncated: Type.Boolean({ description: 'Something was left out for max_nodes or max_bytes.' }),
  }),
  example: { payload: { text: true, max_nodes: 200 }, resources: [] },
  act: async (page, { max_nodes = DEFAULT_NODES, max_bytes = DEFAULT_BYTES, text = false }, _call) => {
    const [shown, tree, secretNodes] = await overNavigation(() =>
      // One character more than fits tells that something is left out.
      Promise.all([
        show(page, text ? max_bytes + 1 : 0),
        page.send('Accessibility.getFullAXTree', {}),
        findSecretNodes(page),
      ]),
    );
    const outline = outlineTree(tree.nodes, secretNodes, { maxNodes: max_nodes, maxBytes: max_bytes });
    const cut = truncateBytes(shown.text, max_bytes);
    const result = {
      url: describeUrl(shown.url),
      title: shown.title,
      tree: outline.text,
      nodes: outline.nodes,
      ...(text ? { text: cut.text } : {}),
      truncated: outline.truncated || cut.truncated,
    };
    return { effect: 'none', result, postCondition: { state: 'read' } };
  },
});

/** Password fields by the ids that the accessibility tree uses; in shadow roots its bullets give them away. */
async function findSecretNodes(page: Page): Promise<ReadonlySet<number>> {
  const { root } = await page.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await page.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: SECRET_FIELDS });
  const described = await Promise.all(nodeIds.map((nodeId) => page.send('DOM.describeNode', { nodeId })));
  return new Set(described.map(({ node }) => node.backendNodeId));
}
