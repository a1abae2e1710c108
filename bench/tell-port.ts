import type { AddressInfo } from 'node:net';

/** Says where a server listens, as Waybill does in its first line. */
export function tellPort(address: AddressInfo | string | null): void {
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address');
  process.stdout.write(`listens on http://127.0.0.1:${address.port}\n`);
}
