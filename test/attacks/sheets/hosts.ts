import { type Attack, byFrame, byHttp, byRaw, rawRequest } from '../attack.ts';

const act = (good: Parameters<Parameters<typeof byRaw>[0]>[0]) => JSON.stringify(good.request('lab.act'));

const HOSTS: readonly (readonly [host: string, because: string])[] = [
  ['evil.example', 'a page that rebound its own name to our address'],
  ['localhost.evil.example', 'names are compared whole'],
  ['evil-localhost', 'names are compared whole'],
  ['evil.example@localhost', 'a user name is no host'],
  ['localhost:80@evil.example', 'a user name is no host'],
  ['localhost, evil.example', 'one host'],
  ['localhost/evil', 'a path is no host'],
  ['localhost:', 'a port without a number'],
  ['localhost:80:80', 'one port'],
  ['localhost:99999', 'no port has that number'],
  ['2130706433', 'no client writes loopback so but to slip past a list'],
  ['0x7f.1', 'as above'],
  ['[::ffff:127.0.0.1]', 'as above'],
  ['[::1', 'brackets that do not close'],
  ['0.0.0.0', 'browsers connect to this machine by it'],
  ['', 'no host at all'],
];

const ORIGINS: readonly (readonly [origin: string, because: string])[] = [
  ['https://evil.example', 'a page of another site'],
  ['null', 'a sandboxed frame or a local file'],
  ['http://127.0.0.1:1', 'another server on the same machine is another origin'],
  ['https://localhost', 'the same name over TLS is another origin'],
  ['http://localhost.evil.example', 'origins are compared whole'],
  ['file://', 'a local file'],
  ['chrome-extension://aaaa', 'an extension'],
  ['http://127.0.0.1, https://evil.example', 'one origin'],
];

export const HOST_ATTACKS: readonly Attack[] = [
  ...HOSTS.map(
    ([host, because]): Attack => ({
      attack: `Host: ${host}`,
      send: byRaw((good) => rawRequest(act(good), [`Host: ${host}`])),
      expected: 'forbidden',
      because,
    }),
  ),
  {
    attack: 'two Host headers, ours first',
    send: byRaw((good) => rawRequest(act(good), ['Host: localhost', 'Host: evil.example'])),
    expected: 'forbidden',
    because: 'a gateway may have looked at the other one',
  },
  {
    attack: 'a target that names another host than Host',
    send: byRaw((good) => rawRequest(act(good), ['Host: localhost'], 'http://evil.example/mcp/v2')),
    expected: 'forbidden',
    because: 'by RFC 9112 the target outdoes Host',
  },
  {
    attack: 'a target that names our host, and a foreign Host',
    send: byRaw((good) => rawRequest(act(good), ['Host: evil.example'], 'http://localhost/mcp/v2')),
    expected: 'forbidden',
    because: 'as above, the other way round',
  },
  {
    attack: 'a foreign Host beside X-Forwarded-Host with ours',
    send: byHttp((good) => ({
      headers: { host: 'evil.example', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' },
      body: good.request('lab.act'),
    })),
    expected: 'forbidden',
    because: 'anyone can write these headers',
  },
  ...ORIGINS.map(
    ([origin, because]): Attack => ({
      attack: `Origin: ${origin}`,
      send: byHttp((good) => ({ headers: { origin }, body: good.request('lab.act') })),
      expected: 'forbidden',
      because,
    }),
  ),
  {
    attack: 'the metrics, read by a foreign page',
    send: byHttp(() => ({ method: 'GET', path: '/metrics', headers: { origin: 'https://evil.example' } })),
    expected: 'forbidden',
    because: 'whatever is served is ours to give',
  },
  {
    attack: 'a form of a foreign page',
    send: byHttp((good) => ({ headers: { 'content-type': 'text/plain' }, body: good.request('lab.act') })),
    expected: 'unsupported_media_type',
    because: 'a simple form needs no leave of the browser, and old ones send no Origin',
  },
  {
    attack: 'two content types, ours first',
    send: byRaw((good) => rawRequest(act(good), ['Host: localhost', 'Content-Type: text/plain'])),
    expected: 'unsupported_media_type',
    because: 'a gateway may have looked at the other one',
  },
  {
    attack: 'a WebSocket opened by a foreign page',
    send: byFrame((good) => JSON.stringify({ id: 1, request: good.request('lab.act') }), {
      origin: 'https://evil.example',
    }),
    expected: 'forbidden',
    because: 'browsers open them across sites without asking',
  },
  {
    attack: 'a WebSocket opened under a rebound name',
    send: byFrame((good) => JSON.stringify({ id: 1, request: good.request('lab.act') }), { host: 'evil.example' }),
    expected: 'forbidden',
    because: 'as above',
  },
];
