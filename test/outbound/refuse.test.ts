import { describe, expect, test } from 'vitest';
import { openTestOutbound } from './open-test-outbound.ts';

const PRIVATE = [
  ['http://127.0.0.1/', 'loopback'],
  ['http://127.1/', 'a short form of loopback'],
  ['http://2130706433/', 'a decimal address'],
  ['http://0x7f000001/', 'a hexadecimal address'],
  ['http://0x7f.0.0.1/', 'a hexadecimal part'],
  ['http://0177.0.0.1/', 'an octal part'],
  ['http://017700000001/', 'an octal address'],
  ['http://%31%32%37.0.0.1/', 'percent-encoded digits'],
  ['http://①②⑦.⓪.⓪.①/', 'digits in circles, which URLs turn into digits'],
  ['http://127。0。0。1/', 'ideographic full stops, which URLs turn into dots'],
  ['http://127.0.0.1./', 'a trailing dot'],
  ['http://0/', 'this host'],
  ['http://0.0.0.0:8080/', 'this host'],
  ['http://10.0.0.1/', 'private'],
  ['http://172.31.255.255/', 'private'],
  ['http://192.168.0.1/', 'private'],
  ['http://169.254.169.254/latest/meta-data/', 'metadata of cloud machines'],
  ['http://168.63.129.16/', 'metadata of Azure'],
  ['http://100.64.0.1/', 'carrier NAT, metadata of Alibaba'],
  ['http://192.0.0.192/', 'metadata of Oracle'],
  ['http://198.18.0.1/', 'benchmarking'],
  ['http://224.0.0.1/', 'multicast'],
  ['http://240.0.0.1/', 'reserved'],
  ['http://255.255.255.255/', 'broadcast'],
  ['http://[::1]/', 'loopback'],
  ['http://[0:0:0:0:0:0:0:1]/', 'loopback written out'],
  ['http://[::]/', 'unspecified'],
  ['http://[::ffff:127.0.0.1]/', 'IPv4 mapped'],
  ['http://[::ffff:a9fe:a9fe]/', 'IPv4 mapped, in hexadecimal'],
  ['http://[::ffff:0:10.0.0.1]/', 'IPv4 translated'],
  ['http://[::10.0.0.1]/', 'IPv4 compatible'],
  ['http://[::7f00:1]/', 'IPv4 compatible, in hexadecimal'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'NAT64'],
  ['http://[64:ff9b:1::a00:1]/', 'local NAT64'],
  ['http://[2002:7f00:1::]/', '6to4'],
  ['http://[2001:0:7f00:1::]/', 'Teredo'],
  ['http://[fe80::1]/', 'link-local'],
  ['http://[fec0::1]/', 'site-local'],
  ['http://[fd00:ec2::254]/', 'unique local, metadata of AWS'],
  ['http://[ff02::1]/', 'multicast'],
  ['http://[2001:db8::1]/', 'documentation'],
  ['http://[4000::1]/', 'no address of the internet'],
  ['http://localhost/', 'this machine'],
  ['http://LOCALHOST./', 'this machine'],
  ['http://any.localhost/', 'this machine'],
  ['ws://127.0.0.1/', 'a WebSocket leads there as well'],
] as const;

describe('a closed address is refused', () => {
  test.for(PRIVATE)('%s: %s', ([url]) => {
    expect(openTestOutbound().refuse(url)?.reason).toBe('private_address');
  });
});

describe('an address that is none of ours to go to is refused', () => {
  test.for([
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['data:text/html,hello', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['unix:/var/run/docker.sock', 'scheme'],
    ['https://ada:hunter2@example.com/', 'credentials'],
    ['https://example.com@evil.example/', 'credentials'],
    ['https://:hunter2@example.com/', 'credentials'],
    ['http://[fe80::1%25eth0]/', 'unreadable'],
    ['http://256.256.256.256/', 'unreadable'],
    ['//example.com/', 'unreadable'],
    ['', 'unreadable'],
  ] as const)('%s: %s', ([url, reason]) => {
    const refusal = openTestOutbound().refuse(url);
    expect(refusal?.reason).toBe(reason);
    expect(refusal?.message).not.toContain('hunter2');
  });
});

test.for(['https://example.com/', 'http://8.8.8.8/', 'wss://[2606:4700::1111]/', 'http://192.0.78.1:8443/a?b#c'])(
  '%s is open',
  (url) => {
    expect(openTestOutbound().refuse(url)).toBeUndefined();
  },
);

describe('what is allowed is open, and nothing beside it', () => {
  const outbound = openTestOutbound(['10.1.2.0/24', '127.0.0.1', 'fd00:1::/32', 'IdP.internal.', 'localhost']);
  test.for([
    ['http://10.1.2.255/', true],
    ['http://10.1.3.0/', false],
    ['http://127.0.0.1:9000/', true],
    ['http://2130706433/', true],
    ['http://[::ffff:127.0.0.1]/', true],
    ['http://127.0.0.2/', false],
    ['http://[fd00:1::5]/', true],
    ['http://[fd00:2::5]/', false],
    ['http://idp.internal/', true],
    ['http://IDP.INTERNAL./', true],
    ['http://localhost:1/', true],
    ['http://any.localhost/', false],
  ] as const)('%s: %s', ([url, isOpen]) => {
    expect(outbound.refuse(url) === undefined).toBe(isOpen);
  });
});
