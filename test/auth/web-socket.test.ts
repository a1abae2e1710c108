import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeAfterAll } from '../close-after-all.ts';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { parseAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';
import { testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openClient } from '../websocket/open-client.ts';
import { openRaw } from '../websocket/raw-web-socket.ts';
import { apiKey, apiKeys, bearer, keyOf } from './auth-settings.ts';
import { jwtOf, openIssuer } from './open-issuer.ts';

const closeLater = closeAfterAll();
let lab: OpenLab;

beforeAll(async () => {
  lab = await startLab(apiKeys(apiKey('alice'), apiKey('bob')));
  await closeLater(Promise.resolve(lab.service));
});

const now = () => Math.floor(Date.now() / 1000);
const protocol = (token: string) => `bearer.${token}`;

describe('the upgrade', () => {
  test('is made for a token in the header, and every frame is of its principal', async () => {
    const client = await openClient(lab.service.origin, { protocols: ['mcp-v2'], headers: bearer(keyOf('alice')) });
    expect((await client.ask(1, lab.good.request('lab.act', { principal: 'alice' }))).outcome.status).toBe('fulfilled');
    const foreign = await client.ask(2, lab.good.request('lab.act', { principal: 'bob' }));
    expect(foreign.outcome.error?.code).toBe('context_hash_mismatch');
  });

  test.for([
    [['mcp-v2', protocol(keyOf('bob'))]],
    [[protocol(keyOf('bob')), 'mcp-v2']],
    [[protocol(keyOf('bob')), 'other']],
  ])(
    'is made for a token among the subprotocols, of which it is never the one that is chosen',
    async ([protocols = []]) => {
      const client = await openClient(lab.service.origin, { protocols });
      expect(client.webSocket.protocol).toBe(protocols.includes('mcp-v2') ? 'mcp-v2' : 'other');
      expect((await client.ask(1, lab.good.request('lab.act', { principal: 'bob' }))).outcome.status).toBe('fulfilled');
    },
  );

  test('answers with no subprotocol where nothing but a token was offered', async () => {
    const raw = await openRaw(lab.service.origin, { 'Sec-WebSocket-Protocol': protocol(keyOf('bob')) });
    const head = raw.received().toString('latin1').split('\r\n\r\n')[0] ?? '';
    expect(head).toMatch(/^HTTP\/1.1 101 /);
    expect(head).not.toContain('bearer.');
  });

  test.for<readonly [string, Record<string, string>, string]>([
    ['no token', {}, 'does not say who calls'],
    ['a subprotocol that is no token', { 'Sec-WebSocket-Protocol': 'mcp-v2' }, 'does not say who calls'],
    ['a made-up key', { Authorization: `Bearer wbk_${'a'.repeat(43)}` }, 'not one of this service'],
    [
      'a made-up key as subprotocol',
      { 'Sec-WebSocket-Protocol': `mcp-v2, bearer.wbk_${'a'.repeat(43)}` },
      'not one of this service',
    ],
    ['an empty token as subprotocol', { 'Sec-WebSocket-Protocol': 'mcp-v2, bearer.' }, 'no API key'],
    [
      'a token at each place',
      { Authorization: `Bearer ${keyOf('alice')}`, 'Sec-WebSocket-Protocol': protocol(keyOf('bob')) },
      'More than one token',
    ],
    [
      'two tokens as subprotocols',
      { 'Sec-WebSocket-Protocol': `${protocol(keyOf('alice'))}, ${protocol(keyOf('bob'))}` },
      'More than one',
    ],
  ])('is refused with %s, before it is made', async ([, headers, says]) => {
    const raw = await openRaw(lab.service.origin, headers);
    await until(() => raw.socket.closed);
    const [head = '', body = ''] = raw.received().toString('latin1').split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 401 /);
    expect(head.toLowerCase()).toContain('\r\nwww-authenticate: bearer realm="waybill"');
    const { error } = parseAnswer(JSON.parse(body)).outcome;
    expect(error).toMatchObject({ code: 'unauthenticated', message: expect.stringContaining(says) });
  });

  test('is refused with a token in the address, with the way that browsers have instead', async () => {
    const webSocket = new WebSocket(`${lab.service.origin.replace('http', 'ws')}/mcp?access_token=${keyOf('alice')}`);
    onTestFinished(() => webSocket.terminate());
    webSocket.on('error', () => {}); // it is ended by the refusal
    const text = await new Promise<string>((resolve) => {
      webSocket.on('unexpected-response', (_request, response) => {
        response.on('data', (chunk) => resolve(`${response.statusCode} ${chunk}`));
      });
    });
    expect(text).toMatch(/^401 /);
    expect(text).toContain('subprotocols mcp-v2 and bearer.TOKEN');
  });

  test('puts no token into the log, however it came', () => {
    expect(JSON.stringify(lab.service.log()).includes(keyOf('alice').slice(4, 20))).toBe(false);
    expect(JSON.stringify(lab.service.log()).includes(keyOf('bob').slice(4, 20))).toBe(false);
  });
});

describe('a connection whose token expires', () => {
  const open = async (heartbeatMs: number, lifeS: number) => {
    const issuer = await openIssuer();
    onTestFinished(issuer.close);
    const at = await openLab({ ...jwtOf(issuer), webSocket: { ...testSettings().webSocket, heartbeatMs } });
    const token = await issuer.token({ claims: { exp: now() + lifeS } });
    const client = await openClient(at.service.origin, { protocols: ['mcp-v2', protocol(token)] });
    return { at, client };
  };

  test('ends what is in flight, serves nothing more, and is closed with the reason', async () => {
    const { at, client } = await open(60_000, 2);
    const request = (payload: object) => ({ ...at.good.request('lab.act', { principal: 'alice' }), payload });
    client.send({ id: 'long', request: request({ do: 'wait', ms: 4000 }) });
    await until(() => at.lab.acts.length === 1);
    const expiresAtMs = performance.now() + 3000;
    await until(() => performance.now() > expiresAtMs);
    client.send({ id: 'late', request: request({}) });
    const late = await client.outcome('late');
    expect(late.outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: { code: 'unauthenticated', message: expect.stringContaining('has expired') },
    });
    expect(client.closed()).toBeUndefined();
    expect((await client.outcome('long', 10_000)).outcome.status).toBe('fulfilled');
    expect(await client.whenClosed()).toEqual({ code: 1008, reason: expect.stringContaining('connect again') });
    expect(at.lab.acts).toHaveLength(1);
    const closed = (await scrape(at.service.origin)).get('waybill_websocket_closed_total');
    expect(closed).toEqual([{ labels: { why: 'unauthenticated' }, value: 1 }]);
  });

  test('is closed by its next heartbeat where nothing is sent', async () => {
    const { client } = await open(1000, 1);
    expect((await client.whenClosed(10_000)).code).toBe(1008);
  });
});

describe('a reload', () => {
  test('cuts off the connection of a key that was removed at its next frame, and no other', async () => {
    const at = await openLab(apiKeys(apiKey('alice'), apiKey('bob')));
    const [alice, bob] = await Promise.all(
      ['alice', 'bob'].map((id) => openClient(at.service.origin, { headers: bearer(keyOf(id)) })),
    );
    await at.service.reload({ ...at.service.settings, ...apiKeys(apiKey('bob', { intents: ['lab.read'] })) });
    const refused = await alice?.ask(1, at.good.request('lab.act', { principal: 'alice' }));
    expect(refused?.outcome.error).toMatchObject({ code: 'unauthenticated' });
    expect((await alice?.whenClosed())?.code).toBe(1008);
    const narrowed = await bob?.ask(1, at.good.request('lab.act', { principal: 'bob' }));
    expect(narrowed?.outcome.error?.code).toBe('forbidden');
    expect((await bob?.ask(2, at.good.request('lab.read', { principal: 'bob' })))?.outcome.status).toBe('fulfilled');
    expect(at.lab.acts.map(({ key }) => key)).toEqual(['lab.read']);
  });

  test('that asks callers who they are cuts off whoever was never asked', async () => {
    const at = await openLab();
    const client = await openClient(at.service.origin);
    expect((await client.ask(1, at.good.request('lab.act'))).outcome.status).toBe('fulfilled');
    await at.service.reload({ ...at.service.settings, ...apiKeys(apiKey('alice')) });
    expect((await client.ask(2, at.good.request('lab.act'))).outcome.error?.code).toBe('unauthenticated');
    expect((await client.whenClosed()).code).toBe(1008);
  });

  test('of the issuer has tokens verified anew, and frames answered in their order', async () => {
    const issuer = await openIssuer();
    onTestFinished(issuer.close);
    const at = await openLab(jwtOf(issuer));
    const client = await openClient(at.service.origin, { headers: bearer(await issuer.token()) });
    const request = at.good.request('lab.read', { principal: 'alice' });
    expect((await client.ask(0, request)).outcome.status).toBe('fulfilled');
    await at.service.reload({ ...at.service.settings, ...jwtOf(issuer, { clockSkewMs: 1000 }) });
    const sent = Array.from({ length: 50 }, (_, index) => index + 1);
    for (const id of sent) client.send({ id, request: { ...request, intent: { type: 'system', sub_type: 'echo' } } });
    await client.outcome(50);
    expect(client.frames.filter(({ event }) => event === 'outcome').map(({ id }) => id)).toEqual([0, ...sent]);
    await at.service.reload({ ...at.service.settings, ...jwtOf(issuer, { audience: 'other' }) });
    expect((await client.ask(51, request)).outcome.error?.message).toContain('another audience');
    expect((await client.whenClosed()).code).toBe(1008);
  });

  test('takes new keys at once', async () => {
    const at = await openLab(apiKeys(apiKey('alice')));
    await expect(openClient(at.service.origin, { headers: bearer(keyOf('bob')) })).rejects.toThrow('401');
    await at.service.reload({ ...at.service.settings, ...apiKeys(apiKey('alice'), apiKey('bob')) });
    const client = await openClient(at.service.origin, { headers: bearer(keyOf('bob')) });
    expect((await client.ask(1, at.good.request('lab.act', { principal: 'bob' }))).outcome.status).toBe('fulfilled');
  });
});
