import Type from 'typebox';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { PageAction } from '../page-action.ts';
import { defineAction } from './define-action.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit, Needs, Ready } from './in-page/kit.ts';
import type { Selector } from './parse-selector.ts';
import { truncateBytes } from './truncate-bytes.ts';
import { type Target, TO_EXIST, targetOf, untilReady } from './until-ready.ts';

const PARTS = ['text', 'value', 'html', 'attribute', 'checked'] as const;
type Part = (typeof PARTS)[number];
const DEFAULT_BYTES = 65_536;
const MAX_BYTES = 16_777_216;

type Content = Ready & { readonly secret: boolean; readonly content: string | boolean | null };

const read = defineInPage(async function (
  this: Kit,
  selector: Selector,
  needs: Needs,
  part: Part,
  attribute: string,
  maxCharacters: number,
  sliceMs: number,
): Promise<Content> {
  const { ready, element } = await this.awaitReady(selector, needs, sliceMs);
  if (element === null) return { ...ready, secret: false, content: null };
  const readsValue = part === 'value' || (part === 'attribute' && attribute.toLowerCase() === 'value');
  if (readsValue && this.isSecret(element)) return { ...ready, secret: true, content: null };
  const contents = {
    text: () => this.shownTextOf(element),
    value: () => element.value ?? null,
    html: () => this.safeHtmlOf(element),
    attribute: () => element.getAttribute(attribute),
    checked: () => element.checked ?? null,
  };
  const content = contents[part]();
  return { ...ready, secret: false, content: typeof content === 'string' ? content.slice(0, maxCharacters) : content };
});

export const READ: PageAction = defineAction({
  key: 'dom.read',
  title: 'Read an element',
  description:
    'Reads the text, value, HTML, an attribute or the checked state of an element. What a password field holds is never read.',
  effect: 'read',
  action: 'read',
  requires: ['dom_element'],
  payload: {
    what: Type.Enum([...PARTS]),
    attribute: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'The name; needed for what: "attribute".' }),
    ),
    max_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BYTES, default: DEFAULT_BYTES })),
  },
  result: Type.Object({
    element_id: Type.String(),
    content: Type.Union([Type.String(), Type.Boolean(), Type.Null()], {
      description: 'Null: the element has no such attribute, value or checked state.',
    }),
    truncated: Type.Boolean(),
  }),
  example: {
    payload: { what: 'text' },
    resources: [{ type: 'dom_element', identifier: 'h1', state: 'visible_enabled' }],
  },
  act: async (page, { what, attribute, max_bytes = DEFAULT_BYTES }, call) => {
    if ((what === 'attribute') !== (attribute !== undefined)) return { effect: 'none', failure: noAttribute() };
    const target = targetOf(call);
    if (isFailure(target)) return { effect: 'none', failure: target };
    const found = await untilReady(page, target, call, (sliceMs) =>
      // One character more than fits tells that something is left out.
      read(page, target.selector, TO_EXIST, what, attribute ?? '', max_bytes + 1, sliceMs),
    );
    if (isFailure(found)) return { effect: 'none', failure: found };
    if (found.secret) return { effect: 'none', failure: secretField(target) };
    const { content, state } = found;
    const cut = typeof content === 'string' ? truncateBytes(content, max_bytes) : { text: content, truncated: false };
    const result = { element_id: target.identifier, content: cut.text, truncated: cut.truncated };
    return { effect: 'none', result, postCondition: { state } };
  },
});

function noAttribute(): Failure {
  return failure('payload_invalid', 'Expected payload.attribute together with what: "attribute", and only then.', {
    field: 'payload.attribute',
    hint: 'Send {"what": "attribute", "attribute": "href"}.',
  });
}

function secretField({ identifier, field }: Target): Failure {
  return failure('forbidden', `Expected an element that may be read, found that ${identifier} is a password field.`, {
    field,
    hint: 'What password fields hold never leaves the page; dom_element and expect tell their state.',
  });
}
