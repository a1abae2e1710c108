import type { AdapterLog, Sealer } from '../../contracts/adapter.ts';
import type { NonceStore } from '../core/single-use/nonce-store.ts';
import { createNonceValues } from './nonce-values.ts';
import { RedisLink } from './redis-link.ts';
import { RedisNonceStore } from './redis-nonce-store.ts';

/** Connects to the Redis, and goes on without where it is out of reach: what needs no nonce is served all the same. */
export async function openRedisNonceStore(url: string, sealer: Sealer, log: AdapterLog): Promise<NonceStore> {
  const link = new RedisLink(url, log);
  await link.connect();
  return new RedisNonceStore(link, createNonceValues(sealer), () =>
    log.warn({ nonce_store: 'redis' }, 'what came of an action could not be written down: its nonce says unknown'),
  );
}
