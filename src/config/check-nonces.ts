import { isRecord } from '../core/is-record.ts';
import { type Finding, finding } from './finding.ts';
import { longestContextLifeMs, nonceStoreOf } from './nonce-defaults.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What single use needs, so that it is never promised and not kept. Defaults are filled in already. */
export function checkNonces({ nonce, routes, replicas, context }: Mapping): Finding[] {
  if (!isRecord(nonce)) return [];
  const count = typeof replicas === 'number' ? replicas : 1;
  return [
    ...checkUrl(nonce),
    ...checkStore(nonce, count),
    ...checkTtl(nonce, context),
    ...checkRequired(nonce, count, routes),
  ];
}

/** The address may hold a password: no message shows it. */
function checkUrl({ store, url }: Mapping): Finding[] {
  if (store !== 'redis') {
    const lonely = 'an address is given, and the store is not redis';
    return url === undefined ? [] : [finding(['nonce', 'url'], 'key', lonely, 'add store: redis, or leave it out')];
  }
  if (url === undefined) {
    return [
      finding(
        ['nonce'],
        'key',
        'store: redis needs the address of the Redis',
        'add nonce.url, such as redis://10.0.0.7:6379; a variable of the environment can hold it',
      ),
    ];
  }
  if (typeof url !== 'string' || isRedisUrl(url)) return []; // the schema has said what is no text
  const hint = 'write redis://:password@10.0.0.7:6379/0, or rediss:// for TLS';
  return [finding(['nonce', 'url'], 'value', 'this is no address of a Redis (not shown)', hint)];
}

function isRedisUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'redis:' || protocol === 'rediss:') && hostname !== '';
}

function checkStore({ store }: Mapping, replicas: number): Finding[] {
  if (store !== 'memory' || replicas <= 1) return [];
  return [
    finding(
      ['nonce', 'store'],
      'value',
      `memory is right for one process only, and there are ${replicas} replicas: the same nonce would act once on each`,
      'use redis, which all of them share, or off',
    ),
  ];
}

function checkTtl({ ttl_ms: ttlMs }: Mapping, context: unknown): Finding[] {
  const leastMs = isRecord(context) ? longestContextLifeMs(context) : 0;
  if (typeof ttlMs !== 'number' || ttlMs >= leastMs) return [];
  return [
    finding(
      ['nonce', 'ttl_ms'],
      'value',
      `${ttlMs} is shorter than the life of a context id: ${leastMs}, the longest max_age_ms and context.clock_skew_ms together`,
      'a request could be sent again once its nonce is forgotten: raise it, or leave it out',
    ),
  ];
}

function checkRequired({ store }: Mapping, replicas: number, routes: unknown): Finding[] {
  const used = nonceStoreOf(store, replicas);
  if (used !== 'off' || !Array.isArray(routes)) return [];
  const why =
    store === 'off' ? 'nonce.store is off' : `${replicas} replicas remember none unless they share a store of nonces`;
  return routes.flatMap((route: unknown, index) =>
    isRecord(route) && route.nonce === 'required'
      ? [finding(['routes', index, 'nonce'], 'value', `nonces are required, and ${why}`, 'set nonce.store: redis')]
      : [],
  );
}
