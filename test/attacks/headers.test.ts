import { expect, test } from 'vitest';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';

test.for([
  '/docs',
  '/docs/page.css',
  '/openapi.json',
  '/livez',
  '/readyz',
  '/metrics',
  '/mcp',
  '/demo/',
  '/nothing/here',
])('what is served at %s tells nothing of what serves it, and nobody across sites may read it', async (path) => {
  const { service } = await openLab();
  const { headers } = await exchange(service.origin, { method: 'GET', path });
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.for(['/docs', '/demo/'])('the page %s runs no script of others, and stands in no frame', async (path) => {
  const { service } = await openLab();
  const { headers } = await exchange(service.origin, { method: 'GET', path });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': expect.any(String) });
});
