import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

/** A public name by its looks, which DNS leads to this machine. */
const REBOUND = 'rebound.example';
const OTHER = 'other.example';

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
/** May be on the demo site only, and on public addresses. */
let guarded: TestAdapter;
/** May be anywhere. */
let free: TestAdapter;

const put = (id: string, markup: string) =>
  `<button id="${id}" onclick="document.body.insertAdjacentHTML('beforeend', this.dataset.markup)" data-markup="${markup.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">${id}</button>`;

beforeAll(async () => {
  chromium = await own(launchChromium(0, [`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1, MAP ${OTHER} 127.0.0.1`]));
  site = await own(
    servePages({
      '/demo/': (_request, response) => {
        const inside = `<iframe src="http://${REBOUND}:${site.port}/inside"></iframe>`;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          [
            put('frame', inside),
            put('nested', `<iframe srcdoc='${inside}'></iframe>`),
            put('embed', inside.replaceAll('iframe', 'embed')),
            put('slow', `<iframe src="http://${OTHER}:${site.port}/inside"></iframe>`),
          ].join(''),
        );
      },
      '/inside': '<title>inside</title>what only this machine may read',
    }),
  );
  guarded = await own(
    openTestAdapter({ endpoint: chromium.endpoint, allow_origins: ['*'] }, { ownOrigin: site.origin }),
  );
  free = await own(
    openTestAdapter({ endpoint: chromium.endpoint, allow_origins: ['*'], allow_private_addresses: true }),
  );
});

async function addresses(): Promise<readonly string[]> {
  const targets: unknown = await (await fetch(`${chromium.endpoint}/json/list`)).json();
  return (targets as readonly { readonly url: string }[]).map(({ url }) => url); // `as`: Chromium says so
}

test.for(['frame', 'nested', 'embed'])(
  'what a public name that leads to this machine answers is in no picture: %s',
  async (id) => {
    const page = await guarded.open(`${site.origin}/demo/`);
    const acted = await guarded.act('ui_interaction.click', {}, { page, resources: [element(`#${id}`)] });
    expect(acted).toMatchObject({
      effect: 'applied',
      verification: { side_effects: [`blocked_frame:http://${REBOUND}:${site.port}/inside`] },
    });
    expect(await addresses()).not.toContain(`http://${REBOUND}:${site.port}/inside`);
    await guarded.act('page.close', {}, { page });
  },
);

test('a frame that moves to a process of its own holds no act up', async () => {
  const page = await free.open(`${site.origin}/demo/`);
  const startedMs = performance.now();
  await free.act('ui_interaction.click', {}, { page, resources: [element('#slow')] });
  expect(await addresses()).toContain(`http://${OTHER}:${site.port}/inside`);
  expect(performance.now() - startedMs).toBeLessThan(5000);
  await free.act('page.close', {}, { page });
});
