import ipaddr from 'ipaddr.js';
import { isRecord } from '../core/is-record.ts';
import { type Finding, finding } from './finding.ts';

/** Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** Whoever reaches the port may act as long as there is no authentication, so the network is opened only by explicit words. */
export function checkListen(listen: unknown, auth: unknown): Finding[] {
  if (!isRecord(listen)) return [];
  return [
    ...(isAuthenticated(auth) ? [] : checkNetwork(listen)),
    ...checkEach(
      listen.allowed_origins,
      'allowed_origins',
      isOrigin,
      'write scheme, host and port only: https://app.example',
    ),
    ...checkEach(
      listen.allowed_hosts,
      'allowed_hosts',
      isHostName,
      'write the name only, without scheme, port and path',
    ),
  ];
}

function isAuthenticated(auth: unknown): boolean {
  return isRecord(auth) && (auth.mode === 'api_key' || auth.mode === 'jwt');
}

function checkNetwork(listen: Record<string, unknown>): Finding[] {
  const { host, allow_unauthenticated_network: allowed } = listen;
  if (typeof host !== 'string' || isLoopback(host) || allowed === true) return [];
  return [
    finding(
      ['listen', 'host'],
      'value',
      `listening on ${JSON.stringify(host)} without authentication would let anyone on the network act through this service`,
      'listen on 127.0.0.1, ask callers who they are (auth.mode), or say that this is wanted: listen.allow_unauthenticated_network: true',
    ),
  ];
}

function checkEach(list: unknown, key: string, isRight: (entry: string) => boolean, hint: string): Finding[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, index) =>
    typeof entry !== 'string' || isRight(entry)
      ? []
      : [
          finding(
            ['listen', key, index],
            'value',
            `${JSON.stringify(entry)} is not of the form that is compared`,
            hint,
          ),
        ],
  );
}

function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry;
}

function isHostName(entry: string): boolean {
  return ipaddr.isValid(entry) || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(entry);
}
