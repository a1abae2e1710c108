import ipaddr from 'ipaddr.js';
import { isRecord } from '../core/is-record.ts';
import { type Finding, finding } from './finding.ts';
import { parseHostPort } from './host-port.ts';

/** What replicas need to answer for one another: an address of their own that the others can reach. */
export function checkReplicas({ listen, replicas }: Readonly<Record<string, unknown>>): Finding[] {
  const internal = isRecord(listen) ? listen.internal : undefined;
  if (isRecord(listen) && typeof internal === 'string') return checkInternal(internal, listen);
  if (internal !== undefined || typeof replicas !== 'number' || replicas <= 1) return [];
  return [
    finding(
      ['replicas'],
      'value',
      'replicas must reach one another, so that each can answer for the exchanges of the others',
      'set listen.internal to where this one is reached: 10.0.0.5:8081 (a variable of the environment can hold it)',
    ),
  ];
}

function checkInternal(internal: string, listen: Readonly<Record<string, unknown>>): Finding[] {
  const place = ['listen', 'internal'];
  const address = parseHostPort(internal);
  if (address === undefined) {
    if (!/.:\d{1,5}$/.test(internal)) return []; // the schema has said so
    return [finding(place, 'value', `${JSON.stringify(internal)} is no address and port`, 'write it as 10.0.0.5:8081')];
  }
  if (address.port !== 0 && address.port === listen.port && (address.host === listen.host || isAny(listen.host))) {
    return [
      finding(
        place,
        'value',
        `clients are listened for on port ${address.port} already (listen.port)`,
        'give the other replicas a port of their own',
      ),
    ];
  }
  if (!isAny(address.host)) return [];
  return [
    finding(
      place,
      'value',
      `${address.host} stands for every address; other replicas are told this one, and could reach nothing there`,
      'write the address of this replica: 10.0.0.5:8081',
    ),
  ];
}

function isAny(host: unknown): boolean {
  return typeof host === 'string' && ipaddr.isValid(host) && ipaddr.process(host).range() === 'unspecified';
}
