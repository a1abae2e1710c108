import { randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DemoPage, readDemoPages } from './read-demo-pages.ts';

/** The account that the login page shows. It opens a page of made-up parcels, and nothing else. */
const ACCOUNT = { username: 'zhangsan', password: 'open-parcel-7' };
const LOGIN_DELAY_MS = 400;
const LOGIN_BODY_BYTES = 4096;
const COOKIE = 'waybill_demo';
const FOLDER = '/demo/';

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: the login form's Origin would then be `null`, and the origin check could not tell it from a foreign page's.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The demo site under `/demo/`. Registered in development mode only. */
export function demoSite(app: FastifyInstance, _options: object, done: () => void): void {
  const pages = readDemoPages();
  const login = page(pages, 'login.html');
  const failedLogin = {
    ...login,
    body: Buffer.from(login.body.toString().replace('role="alert" hidden', 'role="alert"')),
  };
  // Kept in this process alone: a restart logs the demo account out.
  const ticket = randomBytes(24).toString('base64url');

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LOGIN_BODY_BYTES },
    (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
  );

  for (const [name, found] of pages) {
    if (name !== 'dashboard.html') app.get(path(name), (_request, reply) => send(reply, found));
  }
  app.get('/demo', (_request, reply) => reply.redirect(FOLDER, 308));
  app.get('/demo/dashboard', (request, reply) =>
    isLoggedIn(request, ticket) ? send(reply, page(pages, 'dashboard.html')) : reply.redirect('/demo/login', 303),
  );
  app.post('/demo/login', async (request, reply) => {
    await delay(LOGIN_DELAY_MS);
    if (!isAccount(request.body)) return send(reply.code(401), failedLogin);
    return reply.header('set-cookie', cookie(ticket)).redirect('/demo/dashboard', 303);
  });
  app.get('/demo/logout', (_request, reply) =>
    reply.header('set-cookie', `${cookie('')}; Max-Age=0`).redirect('/demo/login', 303),
  );
  done();
}

function page(pages: ReadonlyMap<string, DemoPage>, name: string): DemoPage {
  const found = pages.get(name);
  if (found === undefined) throw new Error(`The demo site lacks ${name}: the package is incomplete.`);
  return found;
}

/** `index.html` is `/demo/`, another page goes by its name alone, and every other file by its full name. */
function path(name: string): string {
  return FOLDER + name.replace(/^index\.html$|\.html$/, '');
}

function send(reply: FastifyReply, { type, body }: DemoPage): FastifyReply {
  return reply.type(type).send(body);
}

function isAccount(form: unknown): boolean {
  return (
    form instanceof URLSearchParams &&
    form.get('username') === ACCOUNT.username &&
    form.get('password') === ACCOUNT.password
  );
}

function cookie(value: string): string {
  return `${COOKIE}=${value}; Path=/demo; HttpOnly; SameSite=Strict`;
}

function isLoggedIn(request: FastifyRequest, ticket: string): boolean {
  const pairs = (request.headers.cookie ?? '').split('; ');
  const expected = Buffer.from(`${COOKIE}=${ticket}`);
  return pairs.some((pair) => {
    const found = Buffer.from(pair);
    return found.length === expected.length && timingSafeEqual(found, expected);
  });
}
