import { type Attack, byRaw } from '../attack.ts';

const PATHS: readonly (readonly [path: string, because: string])[] = [
  ['//mcp/v2/', 'two slashes are not one'],
  ['/mcp/../metrics', 'dots are not undone: a gateway may guard the one and pass the other'],
  ['/mcp/v2/..', 'as above'],
  ['/mcp/./v2', 'as above'],
  ['/mcp%2fv2', 'an encoded slash is none'],
  ['/MCP/V2', 'paths differ by case'],
  ['/mcp/v2;jsessionid=1', 'parameters of a path are part of it'],
  ['/mcp/v2%00', 'NUL ends nothing'],
  ['/demo/../../../../etc/passwd', 'files are served from a list, not from a disk'],
  ['/demo/..%2f..%2f..%2fetc%2fpasswd', 'as above'],
  ['/demo/%2e%2e/%2e%2e/etc/passwd', 'as above'],
  ['/demo/..\\..\\package.json', 'as above'],
  ['/demo/%c0%ae%c0%ae/package.json', 'dots in too many bytes are no UTF-8'],
  ['/docs/..%5cpage.css', 'as above'],
  ['/%zz', 'what can not be decoded is no path'],
  ['/mcp/polling/../../livez', 'a ticket is one segment'],
  ['/mcp/polling/__proto__', 'a ticket is sealed by us'],
  ['/mcp/polling/constructor', 'a ticket is sealed by us'],
  [`/mcp/polling/${'a'.repeat(2000)}`, 'a ticket is not that long'],
  [`/${'a'.repeat(15_000)}`, 'a path that nearly fills the head is no more than unknown'],
];

export const PATH_ATTACKS: readonly Attack[] = PATHS.map(
  ([path, because]): Attack => ({
    attack: `GET ${path.slice(0, 60)}`,
    send: byRaw(() => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    expected: 'not_found',
    because,
  }),
);
