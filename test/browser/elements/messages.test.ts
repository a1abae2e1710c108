import { expect, test } from 'vitest';
import { elementActions } from '../../../adapters/browser/elements/actions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { shareTab } from '../share-tab.ts';
import { runAction } from './run-action.ts';

/** A page that repeats what it was sent, wherever it can. */
const SECRET = 'hunter2 and more';
const PAGE = `<!doctype html><title>${SECRET}</title>
<button id="plain" aria-label="${SECRET}">${SECRET}</button>
<button id="off" disabled>${SECRET}</button>
<button id="none" style="display:none">${SECRET}</button>
<p><button id="under">${SECRET}</button></p>
<div id="over" style="position:fixed;pointer-events:auto;background:#fff" title="${SECRET}">${SECRET}</div>
<button id="shy" onpointerdown="event.preventDefault()" onmouseenter="this.style.display = 'none'">${SECRET}</button>
<button id="moving" style="position:absolute;animation:go 1s infinite">${SECRET}</button>
<style>@keyframes go { from { left: 0 } to { left: 300px } }</style>
<script>
  const { x, y, width, height } = under.getBoundingClientRect();
  Object.assign(over.style, { left: x + 'px', top: y + 'px', width: width + 'px', height: height + 'px' });
</script>`;

const shared = shareTab({ '/': PAGE });

const PAYLOADS: Readonly<Record<string, JsonObject>> = {
  'ui_interaction.click': {},
  'ui_interaction.input': { text: SECRET },
  'ui_interaction.select': { value: SECRET },
  'ui_interaction.press': { key: SECRET },
  'ui_interaction.hover': {},
  'ui_interaction.upload_file': { files: [{ name: 'a.txt', content_base64: '' }] },
};

const ROWS = Object.keys(PAYLOADS).flatMap((key) =>
  ['#plain', '#off', '#none', '#under', '#shy', '#moving', 'button', '#absent'].map((on) => [key, on] as const),
);

test.for(ROWS)(
  'what goes wrong with %s on %s is told, and logged, without any text of page or payload',
  async (row) => {
    const [key, on] = row;
    const action = elementActions([]).find(({ declaration }) => declaration.key === key);
    if (action === undefined) throw new Error(`No action ${key}.`);
    await shared().tab.goto(`${shared().site.origin}/`);
    const acted = await runAction(shared().tab.page, action, { on, payload: PAYLOADS[key] ?? {}, timeoutMs: 600 });
    expect(acted.failure?.message ?? '').not.toContain('hunter2');
  },
);
