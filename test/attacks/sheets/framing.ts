import { type Attack, byRaw } from '../attack.ts';

const HOST = 'Host: localhost';
const JSON_TYPE = 'Content-Type: application/json';
const head = (...lines: readonly string[]) => ['POST /mcp/v2 HTTP/1.1', HOST, JSON_TYPE, ...lines, '', ''].join('\r\n');
const chunked = 'Transfer-Encoding: chunked';
const nothing = '0\r\n\r\n';

/** A whole request that must never be acted on: it hides in the body of another one. */
const smuggled = (act: object) => {
  const body = JSON.stringify(act);
  return `POST /mcp/v2 HTTP/1.1\r\n${HOST}\r\n${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

type Row = readonly [attack: string, because: string, bytes: string];

const ROWS: readonly Row[] = [
  ['the same length twice', 'RFC 9112 allows to refuse it', `${head('Content-Length: 2', 'Content-Length: 2')}{}`],
  ['two different lengths', 'a proxy may take the other one', `${head('Content-Length: 2', 'Content-Length: 3')}{} `],
  ['a list of lengths', 'as above, in one line', `${head('Content-Length: 2, 2')}{}`],
  ['a length with a sign', 'parsers differ', `${head('Content-Length: +2')}{}`],
  ['a length in hexadecimal', 'parsers differ', `${head('Content-Length: 0x2')}{}`],
  ['a length below zero', 'it would be huge as an unsigned number', `${head('Content-Length: -1')}{}`],
  ['a length above 64 bits', 'it would wrap around', `${head('Content-Length: 99999999999999999999')}{}`],
  ['a space before the colon', 'proxies ignore such a header', `${head('Content-Length : 2')}{}`],
  [
    'a transfer coding that only ends like chunked',
    'parsers differ',
    `${head('Transfer-Encoding: xchunked')}${nothing}`,
  ],
  [
    'chunked that is not last',
    'the length is then unknown',
    `${head('Transfer-Encoding: chunked, identity')}${nothing}`,
  ],
  ['chunked twice', 'parsers differ', `${head(chunked, chunked)}${nothing}`],
  ['a coding beside chunked', 'it is not undone here', `${head('Transfer-Encoding: gzip, chunked')}${nothing}`],
  [
    'a transfer coding behind a vertical tab',
    'proxies may trim it',
    `${head('Transfer-Encoding:\x0bchunked')}${nothing}`,
  ],
  [
    'a header folded over two lines',
    'obsolete, and read differently',
    `${head('X-A: b\r\n c', 'Content-Length: 2')}{}`,
  ],
  ['lines that end in LF alone', 'proxies differ', `POST /mcp/v2 HTTP/1.1\n${HOST}\nContent-Length: 2\n\n{}`],
  ['a header line that ends in LF alone', 'proxies differ', `${head('X-A: b\nContent-Length: 2')}{}`],
  ['a header line that ends in CR alone', 'proxies differ', `${head('X-A: b\rContent-Length: 2')}{}`],
  ['NUL in a header', 'C programs on the way end there', `${head('X-A: b\0c', 'Content-Length: 2')}{}`],
  ['a chunk size above 64 bits', 'it would wrap around', `${head(chunked)}fffffffffffffffff\r\n{}\r\n${nothing}`],
  ['a chunk longer than its size', 'the rest would be the next chunk', `${head(chunked)}2\r\n{}0\r\n\r\n`],
  ['a chunk size that ends in LF alone', 'proxies differ', `${head(chunked)}2\n{}\r\n${nothing}`],
  ['a header line without a colon', 'it may be the start of something else', `${head('X-A', 'Content-Length: 2')}{}`],
  ['white space before the first header', 'proxies may skip it', `POST /mcp/v2 HTTP/1.1\r\n ${HOST}\r\n\r\n`],
  ['a space in the target', 'what follows would be the version', `POST /mcp/v2 x HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['HTTP/1.2', 'there is no such version', `POST /mcp/v2 HTTP/1.2\r\n${HOST}\r\n\r\n`],
  ['the preface of HTTP/2', 'it is not spoken here', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', 'it is not spoken here', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03'],
];

export const FRAMING_ATTACKS: readonly Attack[] = [
  {
    attack: 'a request smuggled in behind Content-Length, hidden by Transfer-Encoding',
    send: byRaw((good) => `${head(`Content-Length: 4`, chunked)}${nothing}${smuggled(good.request('lab.act'))}`),
    expected: 'invalid_request',
    because: 'a proxy that believes the one and a service that believes the other see two requests',
  },
  {
    attack: 'a request smuggled in behind Transfer-Encoding, hidden by Content-Length',
    send: byRaw((good) => `${head(chunked, `Content-Length: 4`)}${nothing}${smuggled(good.request('lab.act'))}`),
    expected: 'invalid_request',
    because: 'as above, the other way round',
  },
  {
    attack: 'a CONNECT to elsewhere',
    send: byRaw(() => `CONNECT 169.254.169.254:80 HTTP/1.1\r\n${HOST}\r\n\r\n`),
    expected: 'cut_off',
    because: 'this is no proxy',
  },
  {
    attack: 'HTTP/0.9',
    send: byRaw(() => 'GET /metrics\r\n\r\n'),
    expected: 'forbidden',
    because: 'it names no host, so a page could have sent it',
  },
  ...ROWS.map(
    ([attack, because, bytes]): Attack => ({ attack, because, send: byRaw(() => bytes), expected: 'invalid_request' }),
  ),
];
