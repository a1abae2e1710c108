import { expect, test } from 'vitest';
import { type LookupAddress, type Outbound, OutboundRefused } from '../../contracts/outbound.ts';
import { openTestOutbound, resolveTo } from './open-test-outbound.ts';

interface Found {
  readonly error: Error | null;
  readonly address: string | LookupAddress[];
}

const lookup = (outbound: Outbound, hostname: string, all = true): Promise<Found> =>
  new Promise((resolve) => outbound.lookup(hostname, { all }, (error, address) => resolve({ error, address })));

test.for([
  ['10.0.0.1', '93.184.216.34'],
  ['93.184.216.34', '10.0.0.1'],
  ['93.184.216.34', '::ffff:169.254.169.254'],
  ['2606:4700::1111', 'fe80::1%eth0'],
  ['no address at all'],
])('a name is refused whole where one of its addresses is closed: %s, %s', async (addresses) => {
  const found = await lookup(openTestOutbound([], resolveTo(addresses)), 'mixed.example');
  expect(found.error).toBeInstanceOf(OutboundRefused);
  expect(found.address).toEqual([]);
});

test.for(['localhost', '2130706433', '0x7f.1', '127.1'])(
  '%s, which this machine resolves to itself, is refused',
  async (name) => {
    expect((await lookup(openTestOutbound(), name)).error).toBeInstanceOf(OutboundRefused);
  },
);

test('a name with open addresses gives them all, or the first', async () => {
  const outbound = openTestOutbound([], resolveTo(['93.184.216.34', '2606:4700::1111']));
  expect(await lookup(outbound, 'open.example')).toEqual({
    error: null,
    address: [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  });
  expect(await lookup(outbound, 'open.example', false)).toEqual({ error: null, address: '93.184.216.34' });
});

test('a name that is allowed may lead anywhere; one whose addresses are allowed, there', async () => {
  const resolve = resolveTo(['10.1.2.3']);
  expect((await lookup(openTestOutbound(['idp.internal'], resolve), 'idp.internal')).error).toBeNull();
  expect((await lookup(openTestOutbound(['10.1.2.0/24'], resolve), 'any.example')).error).toBeNull();
  expect((await lookup(openTestOutbound(['10.1.3.0/24'], resolve), 'idp.internal')).error).not.toBeNull();
});

test('a name that does not exist fails as it does without the guard', async () => {
  const { error } = await lookup(openTestOutbound(), 'no-such-name.invalid');
  expect(error).toMatchObject({ syscall: 'getaddrinfo' });
});
