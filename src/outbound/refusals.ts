import type { OutboundRefusal } from '../../contracts/outbound.ts';

export function closedAddress(host: string): OutboundRefusal {
  return {
    reason: 'private_address',
    message: `${host.slice(0, 200)} is refused: it is or leads to a private, loopback, link-local or reserved address. Name it in outbound.allow if it is meant to be reached.`,
  };
}

export const UNREADABLE: OutboundRefusal = {
  reason: 'unreadable',
  message: 'An address is refused: it can not be read as one. Write scheme, host and path: https://api.example/items',
};

export function wrongScheme(scheme: string): OutboundRefusal {
  return {
    reason: 'scheme',
    message: `An address is refused: its scheme is ${scheme.slice(0, 20)}, expected http:, https:, ws: or wss:`,
  };
}

export function credentialsInUrl(host: string): OutboundRefusal {
  return {
    reason: 'credentials',
    message: `An address of ${host.slice(0, 200)} is refused: it holds a user name or password. Send credentials in a header.`,
  };
}
