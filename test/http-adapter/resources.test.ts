import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const TICKET: NonNullable<HttpOptions['resource_types']>[string] = {
  states: ['open', 'closed', 'missing'],
  path: '/tickets/{{ resource.identifier }}',
  state: "response.status == 404 ? 'missing' : response.body.state",
  details: { by: '{{ response.body.?by }}' },
};
const SITE: NonNullable<HttpOptions['resource_types']>[string] = {
  states: ['up', 'down'],
  url: '{{ resource.identifier }}',
  state: "response.status < 500 ? 'up' : 'down'",
  no_answer: 'down',
};
const PAYLOAD = { type: 'object', additionalProperties: true };
const INTENTS: NonNullable<HttpOptions['intents']> = {
  'ticket.close': { method: 'PUT', path: '/tickets/{{ payload.id }}', body: { state: 'closed' }, payload: PAYLOAD },
  'ticket.note': { path: '/notes', body: {}, payload: PAYLOAD, if_match: 'ticket' },
  'ticket.tell': { path: '/told', body: {}, payload: PAYLOAD },
  'ticket.read': { path: '/tickets/{{ payload.id }}', payload: PAYLOAD },
};
const ticket = (identifier: string) => ({ type: 'ticket', identifier, state: 'open' });

/** Tickets with a version each; a PUT with the wrong one is refused. */
async function openTickets(tag: (version: number) => string = (version) => `"v${version}"`) {
  let version = 1;
  const backEnd = await openBackEnd(({ method, url, headers }, response) => {
    if (url.startsWith('/tickets/none')) return sendJson(response, { why: 'no such ticket' }, 404);
    if (url.startsWith('/tickets/broken')) return sendJson(response, { why: 'oops' }, 500);
    if (url.startsWith('/tickets/odd')) return sendJson(response, { state: 'purple' });
    if (method === 'GET') return sendJson(response, { state: 'open', by: 'ada' }, 200, { etag: tag(version) });
    if (headers['if-match'] !== undefined && headers['if-match'] !== tag(version)) return sendJson(response, {}, 412);
    return sendJson(response, { state: 'closed' });
  });
  const target = await openHttpTarget({
    base_url: backEnd.origin,
    intents: INTENTS,
    resource_types: { ticket: TICKET },
  });
  return {
    backEnd,
    target,
    change: () => {
      version += 1;
    },
  };
}

describe('a probe', () => {
  test.for([
    ['7', { state: 'open', details: { by: 'ada' } }],
    ['none', { state: 'missing', details: {} }],
    ['broken', { kind: 'adapter_failed' }],
    ['odd', { kind: 'adapter_misbehaved' }],
    ['..', { kind: 'payload_invalid' }],
  ] as const)('of %s sees %j', async ([identifier, seen]) => {
    const { target } = await openTickets();
    expect(await target.look(ticket(identifier))).toMatchObject(seen);
  });

  test('of an upstream that is not there can not say', async () => {
    const { backEnd, target } = await openTickets();
    await backEnd.close();
    expect(await target.look(ticket('7'))).toMatchObject({ kind: 'adapter_unavailable' });
  });

  test('ends with its signal', async () => {
    const backEnd = await openBackEnd(() => {});
    const target = await openHttpTarget({ base_url: backEnd.origin, resource_types: { ticket: TICKET } });
    const controller = new AbortController();
    const looking = target.look(ticket('7'), controller.signal);
    await expect.poll(() => backEnd.received.length).toBe(1);
    controller.abort();
    expect(await looking).toMatchObject({ kind: 'cancelled' });
  });
});

describe('an address that a caller names', () => {
  const openSites = async (allow: readonly string[], answer = 200) => {
    const site = await openBackEnd((_request, response) => response.writeHead(answer, { location: '/x' }).end());
    const target = await openHttpTarget(
      { base_url: site.origin, auth: { type: 'bearer', token: 'for-the-upstream' }, resource_types: { site: SITE } },
      allow,
    );
    return { site, look: (identifier: string) => target.look({ type: 'site', identifier, state: 'up' }) };
  };

  test.for([
    [200, 'up'],
    [302, 'up'],
    [503, 'down'],
  ] as const)(
    'that answers %i is %s, and is told no credentials, though it is the upstream itself',
    async ([status, state]) => {
      const { site, look } = await openSites(['127.0.0.1'], status);
      expect(await look(`${site.origin}/a?b=c`)).toMatchObject({ state });
      expect(site.received).toMatchObject([{ method: 'GET', url: '/a?b=c' }]);
      expect(site.received[0]?.headers.authorization).toBeUndefined();
    },
  );

  test('that does not answer is in the state for that', async () => {
    const { look } = await openSites(['127.0.0.1']);
    expect(await look('http://127.0.0.1:1/')).toEqual({ state: 'down', reason: 'no_answer' });
  });

  test.for([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://a:b@example.com/',
    'no address',
  ])('%s is not looked at where the guard closes it', async (identifier) => {
    const { look } = await openSites([]);
    expect(await look(identifier)).toMatchObject({ kind: 'forbidden', field: 'resources.identifier' });
  });
});

describe('an ETag that a probe saw', () => {
  test('goes along with an act at the same address', async () => {
    const { backEnd, target } = await openTickets();
    expect(await target.lookAndAct('ticket.close', { id: '7' }, [ticket('7')])).toMatchObject({ effect: 'applied' });
    expect(backEnd.received[1]).toMatchObject({ method: 'PUT', headers: { 'if-match': '"v1"' } });
  });

  test('goes along with no act at another address, nor with a read', async () => {
    const { backEnd, target } = await openTickets();
    await target.lookAndAct('ticket.close', { id: '8' }, [ticket('7')]);
    await target.lookAndAct('ticket.tell', {}, [ticket('7')]);
    await target.lookAndAct('ticket.read', { id: '7' }, [ticket('7')]);
    await target.act('ticket.close', { id: '7' }, [ticket('7')]);
    for (const { headers } of backEnd.received) expect(headers['if-match']).toBeUndefined();
  });

  test('goes along with an act whose intent names its type', async () => {
    const { backEnd, target } = await openTickets();
    await target.lookAndAct('ticket.note', {}, [ticket('7')]);
    expect(backEnd.received[1]?.headers['if-match']).toBe('"v1"');
  });

  test('that is weak goes along only where its type is named', async () => {
    const { backEnd, target } = await openTickets((version) => `W/"v${version}"`);
    await target.lookAndAct('ticket.close', { id: '7' }, [ticket('7')]);
    await target.lookAndAct('ticket.note', {}, [ticket('7')]);
    expect(backEnd.received.map(({ headers }) => headers['if-match'])).toEqual([
      undefined,
      undefined,
      undefined,
      'W/"v1"',
    ]);
  });

  test('that is no longer right is a resource that has changed, and nothing was done', async () => {
    const { target, change } = await openTickets();
    const { call } = target.begin('ticket.read', { id: '7' }, [ticket('9'), ticket('7')]);
    for (const resource of call.resources) await target.adapter.probe(resource, call, call.signal);
    change();
    expect(await target.adapter.execute({ ...call, intentKey: 'ticket.close' })).toMatchObject({ effect: 'applied' });
    // Another `Call` is another request: only the one that was looked at for is conditional.
    Object.assign(call, { intentKey: 'ticket.close' });
    expect(await target.adapter.execute(call)).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'resource_state_mismatch',
        field: 'resources.1.state',
        details: { resources: [{ type: 'ticket', identifier: '7', expected_state: 'open', actual_state: 'changed' }] },
      },
    });
  });
});
