import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BackEnd, sendJson, startBackEnd } from './open-back-end.ts';
import { type HttpTarget, startHttpTarget } from './open-http-target.ts';

const PAYLOAD = { type: 'object', additionalProperties: true };

let backEnd: BackEnd;
let target: HttpTarget;

beforeAll(async () => {
  backEnd = await startBackEnd((_request, response) => sendJson(response, { ok: true }));
  target = await startHttpTarget({
    base_url: `${backEnd.origin}/base`,
    intents: {
      'at.path': { path: '/a/{{ payload.v }}/z', payload: PAYLOAD },
      'at.part': { path: '/a/{{ payload.v }}{{ payload.w }}/z', payload: PAYLOAD },
      'at.query': { path: '/q', query: { v: '{{ payload.v }}', after: 'x' }, payload: PAYLOAD },
      'at.header': { path: '/h', headers: { 'X-Value': 'v={{ payload.v }}' }, payload: PAYLOAD },
      'at.list': { path: '/h', headers: { 'X-Value': '{{ payload.v }}' }, payload: PAYLOAD },
      'at.body': { path: '/b', body: { v: '{{ payload.v }}', text: 'is {{ payload.v }}', after: 1 }, payload: PAYLOAD },
      'at.form': { path: '/f', form: { v: '{{ payload.v }}', after: 'x' }, payload: PAYLOAD },
    },
  });
});

beforeEach(() => backEnd.forget());

afterAll(async () => {
  await target.adapter.close();
  await backEnd.close();
});

const VALUES = [
  '../../admin',
  '..%2f..%2fadmin',
  '%2e%2e',
  '..;/admin',
  '..\\admin',
  'a/b',
  'a%2Fb',
  'a?x=1',
  'a#x',
  'a&admin=true',
  'a=b;c',
  'a b+c',
  '{{ payload.secret }}',
  ['$', '{HOME} $(id) `id`'].join(''),
  '"},"admin":true,"x":{"',
  '<script>alert(1)</script>',
  "'; DROP TABLE users; --",
  'ünïcödé 漢字 🎉',
  '//evil.example/',
  'http://evil.example/',
  '@evil.example',
  '...',
  '\u0000\u0007\u007f',
  'line\r\nSet-Cookie: admin=1\r\n\r\nGET /evil HTTP/1.1',
];

describe('a value that looks like something else', () => {
  test.for(VALUES)('%j stays one segment of the path', async (v) => {
    expect(await target.act('at.path', { v })).toMatchObject({ effect: 'none', result: { ok: true } });
    expect(backEnd.received).toHaveLength(1);
    const segments = (backEnd.received[0]?.url ?? '').split('/');
    expect(segments).toHaveLength(5);
    expect(decodeURIComponent(segments[3] ?? '')).toBe(v);
    // What a server makes of it that normalizes addresses.
    expect(new URL(backEnd.received[0]?.url ?? '', backEnd.origin).pathname.split('/')).toHaveLength(5);
  });

  test.for(VALUES)('%j stays one parameter of a query and of a form', async (v) => {
    await target.act('at.query', { v });
    await target.act('at.form', { v });
    const pairs = [
      ['v', v],
      ['after', 'x'],
    ];
    expect([...new URL(backEnd.received[0]?.url ?? '', backEnd.origin).searchParams]).toEqual(pairs);
    expect([...new URLSearchParams(backEnd.received[1]?.body)]).toEqual(pairs);
  });

  test.for(VALUES)('%j stays a text in JSON', async (v) => {
    await target.act('at.body', { v });
    expect(JSON.parse(backEnd.received[0]?.body ?? '')).toEqual({ v, text: `is ${v}`, after: 1 });
  });

  test.for(VALUES)('%j stays one header, or is refused', async (v) => {
    const acted = await target.act('at.header', { v });
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(v)) {
      expect(acted.failure).toBeUndefined();
      expect(Buffer.from(String(backEnd.received[0]?.headers['x-value']), 'latin1').toString('latin1')).toBe(`v=${v}`);
      expect(backEnd.received[0]?.rawHeaders.filter((_name, index) => index % 2 === 0)).not.toContain('Set-Cookie');
    } else {
      expect(acted).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
      expect(backEnd.received).toHaveLength(0);
    }
  });

  test.for(['.', '..', '', '\ud800', 2 ** 53, null, { a: 1 }, ['a']])('%j has no place in a path', async (v) => {
    expect(await target.act('at.path', { v })).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
    expect(backEnd.received).toHaveLength(0);
  });

  test('two values do not come together to a segment that leads elsewhere', async () => {
    expect(await target.act('at.part', { v: '.', w: '.' })).toMatchObject({ failure: { kind: 'payload_invalid' } });
    expect(backEnd.received).toHaveLength(0);
  });

  test.for([{}, { v: { a: 1 } }, { v: [[1]] }, { v: null }, { v: '\ud800' }, { v: 2 ** 53 }])(
    '%j has no place in a query',
    async (payload) => {
      expect(await target.act('at.query', payload)).toMatchObject({
        effect: 'none',
        failure: { kind: 'payload_invalid' },
      });
      expect(backEnd.received).toHaveLength(0);
    },
  );

  test('a list is one header with all of its items', async () => {
    await target.act('at.list', { v: ['one', 'two'] });
    expect(backEnd.received[0]?.headers['x-value']).toBe('one, two');
  });

  test('a payload with keys of the prototype is data', async () => {
    await target
      .act('at.body', { v: JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}') })
      .catch(() => undefined);
    for (const { body } of backEnd.received) expect(JSON.parse(body).admin).toBeUndefined();
  });
});
