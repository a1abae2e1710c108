import { describe, expect, test } from 'vitest';
import { demoSite } from '../../routes/demo-site.ts';
import { readDemoPages } from '../../routes/read-demo-pages.ts';
import { dumpDom } from './chromium.ts';
import { listen } from './listen.ts';

const openSite = () => listen((app) => app.register(demoSite));

const logIn = (origin: string, form: Record<string, string>) =>
  fetch(`${origin}/demo/login`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const shown = (html: string, id: string) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? '';

async function shownAccount(origin: string) {
  const html = await (await fetch(`${origin}/demo/login`)).text();
  return { username: shown(html, 'demo-username'), password: shown(html, 'demo-password') };
}

describe('the demo site', () => {
  test.for([
    ['/demo/', 'text/html'],
    ['/demo/login', 'text/html'],
    ['/demo/playground', 'text/html'],
    ['/demo/window', 'text/html'],
    ['/demo/site.css', 'text/css'],
    ['/demo/login.js', 'text/javascript'],
    ['/demo/playground.js', 'text/javascript'],
    ['/demo/icon.svg', 'image/svg+xml'],
    ['/demo/parcels.csv', 'text/csv'],
  ] as const)('serves %s as %s under its security headers', async ([path, type]) => {
    const response = await fetch((await openSite()) + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('asks no other origin for anything', () => {
    const documents = [...readDemoPages()].filter(([name]) => /\.(html|css|js)$/.test(name));
    const loads = documents.flatMap(([, { body }]) => [
      ...body.toString().matchAll(/(?:src|url\(|import\s*\(?|<link[^>]*href)=?["'(]*(https?:)?\/\/[^"')]*/g),
    ]);
    expect(documents.length).toBeGreaterThan(5);
    expect(loads).toEqual([]);
  });

  test('sends who is not logged in from the dashboard to the login page', async () => {
    const response = await fetch(`${await openSite()}/demo/dashboard`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/demo/login');
  });

  test('logs the account in that its login page shows, after a delay, and out again', async () => {
    const origin = await openSite();
    const account = await shownAccount(origin);
    const startMs = performance.now();
    const response = await logIn(origin, account);
    expect(performance.now() - startMs).toBeGreaterThan(390);
    expect(response.headers.get('location')).toBe('/demo/dashboard');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly; SameSite=Strict');

    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    const dashboard = await (await fetch(`${origin}/demo/dashboard`, { headers })).text();
    expect(shown(dashboard, 'welcome')).toBe(`Welcome, ${account.username}`);

    const out = await fetch(`${origin}/demo/logout`, { headers, redirect: 'manual' });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  test.for([{ username: 'zhangsan', password: 'wrong' }, { username: 'lisi', password: '' }, {}])(
    'answers 401 and says why to %j',
    async (form) => {
      const response = await logIn(await openSite(), form);
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toMatch(/role="alert">That user name and password don't match/);
    },
  );

  test('takes no forged cookie', async () => {
    const headers = { cookie: 'waybill_demo=zhangsan' };
    const response = await fetch(`${await openSite()}/demo/dashboard`, { headers, redirect: 'manual' });
    expect(response.status).toBe(303);
  });

  test('uncovers and enables its buttons in a real browser, as time passes', async () => {
    const url = `${await openSite()}/demo/playground`;
    const atFirst = await (await fetch(url)).text();
    expect(atFirst).toContain('id="overlay"');
    expect(atFirst).toMatch(/id="late-btn"[^>]* disabled/);

    const later = await dumpDom(url, 4000);
    expect(later).not.toContain('id="overlay"');
    expect(later).toMatch(/id="late-btn"[^>]*>Ready now</);
    expect(later).not.toMatch(/id="late-btn"[^>]* disabled/);
    expect(later).toContain('id="stop-60"');
  });
});
