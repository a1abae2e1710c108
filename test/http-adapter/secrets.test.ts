import { expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { openBackEnd, sendJson } from './open-back-end.ts';
import { openHttpTarget } from './open-http-target.ts';

const KEY = 'key-in-the-path-0123456789';

test.for([
  { as: 'in JSON', body: (key: string) => ({ sent: key }) },
  { as: 'in an address', body: (key: string) => ({ at: `/?key=${encodeURIComponent(key)}` }) },
  { as: 'where what is told of it is cut', body: (key: string) => ({ at: `${'x'.repeat(480)}${key}` }) },
])('a secret of odd characters that an upstream repeats $as is not told', async ({ body }) => {
  const key = 'abcdefgh"ijklm\\nopé';
  const backEnd = await openBackEnd((_request, response) => sendJson(response, body(key), 400));
  const target = await openHttpTarget({
    base_url: backEnd.origin,
    auth: { type: 'header', name: 'X-Api-Key', value: key },
    intents: {
      'thing.make': { path: '/', body: {} },
      'thing.tell': {
        path: '/',
        body: {},
        errors: [
          {
            when: 'true',
            kind: 'adapter_failed',
            message: '{{ response.body.?sent.orValue(response.body.?at.orValue("")) }}',
          },
        ],
      },
    },
  });
  const told = JSON.stringify([await target.act('thing.make'), await target.act('thing.tell')]);
  expect(told).not.toContain('abcd');
  expect(told.split('***')).toHaveLength(3);
});

test.for([
  { auth: { type: 'header', name: 'X-Api-Key', value: 'hunter2' } },
  { auth: { type: 'basic', username: 'me', password: 'hunter2' } },
  { auth: { type: 'bearer', token: 'hunter2' } },
  { headers: { 'X-Token': 'hunter2' } },
] satisfies Partial<HttpOptions>[])(
  'an upstream that complains with the secrets it was sent is not quoted with them: %j',
  async (more) => {
    const backEnd = await openBackEnd(({ url, headers }, response) =>
      sendJson(response, { at: url, sent: Object.entries(headers).flat(), raw: 'hunter2' }, 400),
    );
    const target = await openHttpTarget({
      base_url: `${backEnd.origin}/${KEY}/v1`,
      intents: {
        'thing.make': { path: '/', body: {} },
        'thing.tell': {
          path: '/',
          body: {},
          errors: [{ when: 'true', kind: 'adapter_failed', message: '{{ response.body.raw }} {{ response.body.at }}' }],
        },
        'op.run': { path: '/op', body: {}, success: 'true', poll: { path: '/look', every_ms: 10, until: 'false' } },
      },
      resource_types: { thing: { states: ['there'], path: '/', state: 'response.body.state' } },
      ...more,
    });
    const told = [
      await target.act('thing.make'),
      await target.act('thing.tell'),
      await target.act('op.run'),
      await target.look({ type: 'thing', identifier: 'x', state: 'there' }),
    ];
    expect(told).toMatchObject([
      { failure: { kind: 'adapter_failed' } },
      { failure: { kind: 'adapter_failed' } },
      { failure: { details: { start: {} } } },
      { kind: 'adapter_failed' },
    ]);
    for (const secret of ['hunter2', KEY, Buffer.from('me:hunter2').toString('base64')])
      expect(JSON.stringify(told)).not.toContain(secret);
    expect(JSON.stringify(told)).toContain('***');
  },
);

test('an upstream that tells of an operation with the secrets it was sent is not quoted with them', async () => {
  const backEnd = await openBackEnd(({ url }, response) => {
    const isDone = backEnd.received.length > 2;
    sendJson(response, { isDone, text: `hunter2 at ${url}`, deep: [{ text: 'hunter2' }] }, 200);
  });
  const target = await openHttpTarget({
    base_url: backEnd.origin,
    auth: { type: 'bearer', token: 'hunter2' },
    intents: {
      'op.run': {
        path: '/op',
        body: {},
        poll: {
          path: '/look',
          every_ms: 10,
          until: 'response.body.isDone == true',
          progress: { message: '{{ response.body.text }}', data: '{{ response.body.deep }}' },
        },
      },
    },
  });
  const running = target.begin('op.run');
  expect(await running.ended).toMatchObject({ effect: 'applied' });
  expect(running.told).toEqual([{ message: '*** at /look', data: [{ text: '***' }] }]);
});
