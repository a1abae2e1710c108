import { describe, expect, test } from 'vitest';
import { CLICK } from '../../../adapters/browser/elements/click.ts';
import { verifyExpectation } from '../../../adapters/browser/elements/verify-expectation.ts';
import { openTestPage } from '../open-test-page.ts';
import { shareTab } from '../share-tab.ts';
import { runAction } from './run-action.ts';

const PAGE = `<!doctype html><title>Here</title><p id="shown">Hello  <b>World</b></p><p id="gone" hidden>Gone</p>
<button id="hang" onclick="const end = Date.now() + 1500; while (Date.now() < end);">Hang</button>
<script>
  if (location.search === '?later') setTimeout(() => { gone.hidden = false }, 300);
  if (location.search === '?away') setTimeout(() => { location.href = '/there' }, 200);
</script>`;

const shared = shareTab({ '/here': PAGE, '/there': '<title>There</title>You are there' });

describe('an expectation', () => {
  test.for([
    ['/here', { url: '/here' }, true],
    ['/here', { url: '/there' }, false],
    ['/here', { text: 'hello world' }, true],
    ['/here', { text: 'Gone' }, false],
    ['/here', { element: { selector: '#gone', state: 'hidden' } }, true],
    ['/here', { element: { selector: '#gone', state: 'absent' } }, false],
    ['/here', { element: { selector: 'text=nobody', state: 'absent' } }, true],
    ['/here', { element: { selector: 'div >', state: 'absent' } }, false],
    ['/here', { url: '/here', text: 'Goodbye' }, false],
    ['/here?later', { element: { selector: '#gone', state: 'visible_enabled' } }, true],
    ['/here?away', { url: '/there', text: 'you are THERE' }, true],
  ] as const)('on %s of %j is met: %s', async ([path, expectation, met]) => {
    await shared().tab.goto(`${shared().site.origin}${path}`);
    const verdict = await verifyExpectation(shared().tab.page, expectation, met ? 3_000 : 100);
    expect(verdict).toMatchObject({ met, expected: expectation });
  });

  test('that is not met tells what there is instead', async () => {
    await shared().tab.goto(`${shared().site.origin}/here`);
    const expectation = { url: '/x', text: 'Goodbye', element: { selector: '#gone', state: 'absent' } } as const;
    const { actual } = await verifyExpectation(shared().tab.page, expectation, 0);
    expect(actual).toMatchObject({
      url: `${shared().site.origin}/here`,
      element: { selector: '#gone', state: 'hidden' },
    });
    expect(actual.text).toMatch(/^Hello World/u);
  });

  test('ends with the request, with the last look', async () => {
    const aborter = new AbortController();
    const stopped = await openTestPage(shared().endpoint, `${shared().site.origin}/here`, aborter.signal);
    try {
      setTimeout(() => aborter.abort(), 300);
      const verdict = await verifyExpectation(stopped.page, { text: 'Goodbye' }, 10_000);
      expect(verdict).toMatchObject({
        met: false,
        expected: { text: 'Goodbye' },
        actual: { text: expect.stringContaining('Hello') },
      });
    } finally {
      await stopped.close();
    }
  });

  test('that nobody could look at before the request ended is told as that', async () => {
    const aborter = new AbortController();
    const stopped = await openTestPage(shared().endpoint, `${shared().site.origin}/here`, aborter.signal);
    try {
      aborter.abort();
      const looking = verifyExpectation(stopped.page, { text: 'Goodbye' }, 10_000);
      await expect(looking).rejects.toMatchObject({ reason: 'aborted' });
    } finally {
      await stopped.close();
    }
  });
});

test('a click whose page hangs past the deadline has an effect that nobody knows', async () => {
  const aborter = new AbortController();
  const hanging = await openTestPage(shared().endpoint, `${shared().site.origin}/here`, aborter.signal);
  try {
    setTimeout(() => aborter.abort(), 700);
    const acted = await runAction(hanging.page, CLICK, { on: '#hang', timeoutMs: 700 });
    expect(acted).toMatchObject({ effect: 'unknown', failure: { kind: 'cancelled' } });
  } finally {
    await hanging.close();
  }
});

test('a click on a page that is gone before it began has no effect', async () => {
  const aborter = new AbortController();
  const gone = await openTestPage(shared().endpoint, `${shared().site.origin}/here`, aborter.signal);
  await gone.close();
  const acted = await runAction(gone.page, CLICK, { on: '#shown' });
  expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'adapter_unavailable' } });
});
