import type { V1Action } from '../../../contracts/config/v1.ts';

const ELEMENT = { type: 'dom_element', state: 'visible_enabled' } as const;

/** What the actions of the old style become where the configuration says nothing else. */
export const BUILTIN_ACTIONS: Readonly<Record<string, V1Action>> = {
  click: { intent: 'ui_interaction.click', resource: ELEMENT },
  /** Replaces what the field holds. */
  input: { intent: 'ui_interaction.input', resource: ELEMENT, args: { value: 'text' } },
  /** Key by key, after what the field holds already. */
  type: {
    intent: 'ui_interaction.input',
    resource: ELEMENT,
    args: { value: 'text' },
    payload: { clear: false, keystrokes: true },
  },
  navigate: { intent: 'ui_interaction.navigate', selector_as: 'url', args: { waitUntil: 'wait_until' } },
  screenshot: { intent: 'ui_interaction.screenshot', resource: ELEMENT, args: { fullPage: 'full_page' } },
  upload_file: { intent: 'ui_interaction.upload_file', resource: ELEMENT },
};
