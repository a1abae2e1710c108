import { beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../close-after-all.ts';
import { launchChromium, type TestChromium } from '../launch-chromium.ts';
import { servePages, type TestSite } from '../serve-pages.ts';
import { element, openTestAdapter, type TestAdapter } from './open-test-adapter.ts';

const PASSWORD = 'right & secret';

/** Puts the password wherever a careless page would. */
const CARELESS = `<!doctype html><title>Log in</title>
<form id="form" action="/in"><input id="user" name="u"><input id="pass" name="p" type="password"><button id="enter">Enter</button></form>
<p id="said"></p>
<script>
  form.addEventListener('submit', (event) => {
    said.textContent = 'Not known: ' + pass.value;
    console.error('refused ' + pass.value);
    if (pass.value.startsWith('wrong')) event.preventDefault();
  });
</script>`;

const own = closeAfterAll();
let chromium: TestChromium;
let site: TestSite;
let browser: TestAdapter;

beforeAll(async () => {
  chromium = await own(launchChromium());
  site = await own(servePages({ '/login': CARELESS, '/in': '<title>In</title><h1>Welcome</h1>' }));
  browser = await own(
    openTestAdapter({
      endpoint: chromium.endpoint,
      allow_origins: [site.origin],
      allow_private_addresses: true,
    }),
  );
});

async function login(password: string, more: object) {
  const page = await browser.open(`${site.origin}/login`);
  const payload = { username: 'zoe', password, selectors: { username: '#user', password: '#pass' }, ...more };
  const acted = await browser.act('authentication.login_with_password', payload, {
    page,
    resources: [element('#enter')],
    timeoutMs: 5_000,
  });
  await browser.act('page.close', {}, { page });
  return acted;
}

test.for([
  { name: 'its success condition holds', password: PASSWORD, more: { success: { text: 'welcome', url: '/in' } } },
  {
    name: 'its success condition does not hold',
    password: `wrong ${PASSWORD}`,
    more: { success: { text: 'welcome' } },
  },
  { name: 'its success condition is elsewhere', password: PASSWORD, more: { success: { url: '/elsewhere' } } },
  {
    name: 'what it expects besides does not hold',
    password: PASSWORD,
    more: { success: { url: '/in' }, expect: { text: 'goodbye', url: '/elsewhere' } },
  },
])('a login tells no password that the page shows where $name', async ({ password, more }) => {
  const acted = await login(password, more);
  expect(acted.effect).toBe('applied');
  const told = JSON.stringify(acted);
  expect(told).toContain('***');
  for (const form of [password, encodeURIComponent(password), password.replaceAll(' ', '+').replaceAll('&', '%26')]) {
    expect(told).not.toContain(form);
  }
});
