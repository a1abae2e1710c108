import { describe, expect, test } from 'vitest';
import { NavigationPolicy } from '../../../adapters/browser/guard/navigation-policy.ts';
import { isPrivateHost } from '../../../src/outbound/is-private-host.ts';

const DEMO = 'http://127.0.0.1:8080';
const ALLOWED = ['https://shop.example', 'https://*.wild.example', 'http://127.0.0.1:9000', 'http://localhost:9000'];

function policy(allowOrigins: readonly string[], allowPrivateAddresses = false, demoOrigin?: string): NavigationPolicy {
  return new NavigationPolicy({
    allowOrigins,
    allowPrivateAddresses,
    egressProxy: false,
    isPrivateHost,
    demoOrigin: () => demoOrigin,
  });
}

describe('with some origins allowed', () => {
  test.for([
    { url: 'about:blank', reason: undefined },
    { url: 'https://shop.example/cart?x=1', reason: undefined },
    { url: 'https://SHOP.example:443/', reason: undefined },
    { url: 'https://a.b.wild.example/', reason: undefined },
    { url: 'https://wild.example/', reason: 'origin' },
    { url: 'https://evilwild.example/', reason: 'origin' },
    { url: 'http://shop.example/', reason: 'origin' },
    { url: 'https://shop.example:8443/', reason: 'origin' },
    { url: 'https://shop.example@evil.example/', reason: 'origin' },
    { url: 'https://shop.example.evil.example/', reason: 'origin' },
    { url: 'http://127.0.0.1:9000/', reason: 'private_address' },
    { url: 'http://localhost:9000/', reason: 'private_address' },
    { url: 'file:///etc/passwd', reason: 'scheme' },
    { url: 'data:text/html,hello', reason: 'scheme' },
    { url: 'javascript:alert(1)', reason: 'scheme' },
    { url: 'chrome://settings', reason: 'scheme' },
    { url: 'blob:https://shop.example/1', reason: 'scheme' },
    { url: 'view-source:https://shop.example/', reason: 'scheme' },
    { url: 'about:settings', reason: 'scheme' },
    { url: 'ftp://shop.example/', reason: 'scheme' },
    { url: 'not an address', reason: 'scheme' },
  ])('$url is refused for: $reason', ({ url, reason }) => {
    expect(policy(ALLOWED).refuse(url)?.reason).toBe(reason);
  });
});

describe('with any origin allowed, private addresses stay closed', () => {
  test.for([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://168.63.129.16/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://any.localhost/',
  ])('%s is refused', (url) => {
    expect(policy(['*']).refuse(url)?.reason).toBe('private_address');
  });

  test.for(['https://example.com/', 'http://8.8.8.8/', 'http://[2606:4700::1111]/'])('%s is allowed', (url) => {
    expect(policy(['*']).refuse(url)).toBeUndefined();
  });

  test('unless the target allows them', () => {
    expect(policy(['*'], true).refuse('http://127.0.0.1/')).toBeUndefined();
  });
});

describe('in development', () => {
  test.for([
    { url: `${DEMO}/demo/login`, allowed: true },
    { url: `${DEMO}/mcp`, allowed: false },
    { url: `${DEMO}/demo/../mcp`, allowed: false },
    { url: `${DEMO}/demo/%2e%2e/mcp`, allowed: false },
    { url: 'http://127.0.0.1:8081/demo/login', allowed: false },
    { url: 'https://shop.example/demo/', allowed: false },
  ])('$url is allowed: $allowed', ({ url, allowed }) => {
    expect(policy([], false, DEMO).refuse(url) === undefined).toBe(allowed);
  });
});

describe('an answer', () => {
  test.for([
    { from: '10.1.2.3', refused: true },
    { from: '[::1]', refused: true },
    { from: '93.184.216.34', refused: false },
    { from: undefined, refused: false },
  ])('that came from $from is refused: $refused', ({ from, refused }) => {
    expect(policy(['*']).refuseRemote('https://shop.example/', from) !== undefined).toBe(refused);
  });

  test('of the demo site may come from this machine', () => {
    expect(policy([], false, DEMO).refuseRemote(`${DEMO}/demo/login`, '127.0.0.1')).toBeUndefined();
  });
});

test('a refusal never repeats credentials of the address', () => {
  const refusal = policy([]).refuse('https://user:hunter2@shop.example/?token=hunter2');
  expect(JSON.stringify(refusal)).not.toContain('hunter2');
});
