import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const INTENTS: NonNullable<HttpOptions['intents']> = {
  'thing.look': { path: '/start', query: { a: 1 } },
  'thing.make': { path: '/start', body: {} },
};

async function openRedirecting(maxRedirects: number, allow: readonly string[] = []) {
  const other = await openBackEnd(({ url }, response) => {
    if (url === '/back') response.writeHead(302, { location: `${backEnd.origin}/end` }).end();
    else sendJson(response, { at: 'other' });
  });
  const backEnd = await openBackEnd(({ url }, response) => {
    if (url.startsWith('/start')) response.writeHead(302, { location: 'hop' }).end();
    else if (url === '/hop') response.writeHead(307, { location: where }).end();
    else sendJson(response, { at: url });
  });
  let where = '/end';
  const target = await openHttpTarget(
    { base_url: backEnd.origin, auth: { type: 'bearer', token: 't' }, max_redirects: maxRedirects, intents: INTENTS },
    allow,
  );
  return {
    backEnd,
    other,
    target,
    leadTo: (location: string) => {
      where = location;
    },
  };
}

describe('a redirect', () => {
  test('is an answer where nothing else is configured', async () => {
    const { backEnd, target } = await openRedirecting(0);
    expect(await target.act('thing.look')).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'adapter_failed',
        message: expect.stringContaining('not followed'),
        details: { status: 302, location: 'hop' },
      },
    });
    expect(backEnd.received).toHaveLength(1);
  });

  test('of a read is followed as often as is configured', async () => {
    const enough = await openRedirecting(2);
    expect(await enough.target.act('thing.look')).toEqual({ effect: 'none', result: { at: '/end' } });
    const few = await openRedirecting(1);
    expect(await few.target.act('thing.look')).toMatchObject({ failure: { details: { status: 307 } } });
  });

  test('of an act is never followed', async () => {
    const { backEnd, target } = await openRedirecting(5);
    expect(await target.act('thing.make')).toMatchObject({ effect: 'unknown', failure: { kind: 'adapter_failed' } });
    expect(backEnd.received).toHaveLength(1);
  });

  test('that leads elsewhere goes through the guard, without credentials', async () => {
    const closed = await openRedirecting(5);
    closed.leadTo(`${closed.other.origin}/x`);
    expect(await closed.target.act('thing.look')).toMatchObject({
      effect: 'none',
      failure: { kind: 'adapter_misbehaved' },
    });
    expect(closed.other.received).toHaveLength(0);
    const open = await openRedirecting(5, ['127.0.0.1']);
    open.leadTo(`${open.other.origin}/x`);
    expect(await open.target.act('thing.look')).toEqual({ effect: 'none', result: { at: 'other' } });
    expect(open.other.received[0]?.headers.authorization).toBeUndefined();
  });

  test('that leads back from elsewhere does not lead back to the credentials', async () => {
    const { backEnd, other, target, leadTo } = await openRedirecting(5, ['127.0.0.1']);
    leadTo(`${other.origin}/back`);
    expect(await target.act('thing.look')).toEqual({ effect: 'none', result: { at: '/end' } });
    expect(backEnd.received.at(-1)).toMatchObject({ url: '/end' });
    expect(backEnd.received.at(-1)?.headers.authorization).toBeUndefined();
  });

  test('without end is an answer in the end', async () => {
    const { backEnd, target, leadTo } = await openRedirecting(10);
    leadTo('/hop');
    expect(await target.act('thing.look')).toMatchObject({ failure: { details: { status: 307 } } });
    expect(backEnd.received).toHaveLength(11);
  });
});
