import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const ANY = { type: 'object' };
type Intent = NonNullable<HttpOptions['intents']>[string];

async function openEcho(intent: Intent, more: Partial<HttpOptions> = {}) {
  const backEnd = await openBackEnd((_request, response) => sendJson(response, { ok: true }));
  const target = await openHttpTarget({
    base_url: `${backEnd.origin}/api/`,
    intents: { 'thing.do': { payload: ANY, ...intent } },
    ...more,
  });
  return { backEnd, target };
}

describe('a request', () => {
  test('is made of templates, and its answer is the result', async () => {
    const { backEnd, target } = await openEcho({
      method: 'PUT',
      path: '/things/{{ payload.id }}',
      query: { full: true, tag: '{{ payload.tags }}', note: '{{ payload.?note }}' },
      headers: { 'X-Key': '{{ context.business_key }}' },
      body: { name: '{{ payload.name }}', note: '{{ payload.?note }}', fixed: [1, null] },
    });
    const acted = await target.act('thing.do', { id: 7, tags: ['a b', 'c&d'], name: { deep: ['ü', 1.5] } });
    expect(acted).toEqual({ effect: 'applied', result: { ok: true } });
    const [request] = backEnd.received;
    expect(request).toMatchObject({ method: 'PUT', url: '/api/things/7?full=true&tag=a+b&tag=c%26d' });
    expect(request?.headers).toMatchObject({
      'x-key': 'contract',
      'content-type': 'application/json',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ name: { deep: ['ü', 1.5] }, fixed: [1, null] });
  });

  test('may carry a form', async () => {
    const { backEnd, target } = await openEcho({
      path: '/login',
      form: { user: '{{ payload.user }}', code: '{{ payload.?code }}' },
    });
    await target.act('thing.do', { user: 'a&b=c d' });
    expect(backEnd.received).toMatchObject([
      { method: 'POST', body: 'user=a%26b%3Dc+d', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
  });

  test('of GET is a read, of PUT and DELETE idempotent, of POST unsafe, unless it says otherwise', async () => {
    const { target } = await openEcho(
      { path: '/' },
      {
        intents: {
          get: { path: '/' },
          put: { method: 'PUT', path: '/' },
          post: { path: '/', body: {} },
          search: { path: '/', body: {}, effect: 'read' },
          remove: { method: 'DELETE', path: '/' },
        },
      },
    );
    expect(target.adapter.intents.map(({ key, effect }) => [key, effect])).toEqual([
      ['get', 'read'],
      ['put', 'idempotent'],
      ['post', 'unsafe'],
      ['search', 'read'],
      ['remove', 'idempotent'],
    ]);
    expect(await target.act('get')).toEqual({ effect: 'none', result: { ok: true } });
    expect(await target.act('post')).toEqual({ effect: 'applied', result: { ok: true } });
  });
});
