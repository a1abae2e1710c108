import Type from 'typebox';
import type { Catalogue } from '../../contracts/adapter.ts';

/** What an adapter may bring: a key without sub_type, a key with a slash, nested schemas, and texts that look like markup. */
export const sampleCatalogue: Catalogue = {
  intents: [
    {
      key: 'ui_interaction.click',
      title: 'Click an element',
      description: 'Clicks with a real mouse. <script>alert("x")</script> stays text.',
      effect: 'unsafe',
      actions: ['click'],
      requires: ['dom_element'],
      payload: Type.Object(
        {
          button: Type.Optional(Type.Enum(['left', 'right'], { description: 'The mouse button.' })),
          expect: Type.Optional(Type.Object({ url: Type.String({ description: 'Where the page should be.' }) })),
        },
        { additionalProperties: false },
      ),
      result: Type.Object({ element_id: Type.String(), click_time_ms: Type.Number({ minimum: 0 }) }),
      example: {
        payload: { button: 'left', expect: { url: '/demo/dashboard' } },
        resources: [{ type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled', wait_ms: 2000 }],
      },
      targets: ['browser'],
    },
    {
      key: 'scan',
      title: 'Scan',
      description: 'Known by its type alone.',
      effect: 'read',
      actions: [],
      requires: [],
      payload: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 9 }) }),
      result: Type.Record(Type.String(), Type.Unknown()),
      example: { payload: { depth: 3 }, resources: [] },
      targets: ['scanner'],
    },
    {
      key: 'tools.files/read',
      title: 'Read a file',
      description: 'A key with a slash.',
      effect: 'idempotent',
      actions: ['read'],
      requires: [],
      payload: Type.Object({ lines: Type.Array(Type.Object({ from: Type.Integer() })) }),
      result: Type.Unknown(),
      example: { payload: { lines: [{ from: 1 }] }, resources: [] },
      targets: ['files'],
    },
  ],
  resourceTypes: [
    {
      type: 'dom_element',
      description: 'An element of the page.',
      states: ['absent', 'hidden', 'visible_disabled', 'visible_enabled'],
      identifier: 'a CSS selector (`#login-btn`)',
      cacheable: false,
      targets: ['browser'],
    },
  ],
};
