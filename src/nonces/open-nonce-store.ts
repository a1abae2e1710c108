import type { AdapterLog, Sealer } from '../../contracts/adapter.ts';
import type { NonceSettings } from '../config/settings.ts';
import type { NonceStore } from '../core/single-use/nonce-store.ts';
import { MemoryNonceStore } from './memory-nonce-store.ts';

export interface NonceStoreServices {
  readonly sealer: Sealer;
  readonly log: AdapterLog;
}

/** The configured store; undefined where nonces are not taken. What Redis needs is loaded only where it is used. */
export async function openNonceStore(
  { store, url }: NonceSettings,
  { sealer, log }: NonceStoreServices,
): Promise<NonceStore | undefined> {
  switch (store) {
    case 'off':
      return undefined;
    case 'memory':
      return new MemoryNonceStore();
    case 'redis': {
      const { openRedisNonceStore } = await import('./open-redis-nonce-store.ts');
      return openRedisNonceStore(url ?? '', sealer, log);
    }
  }
}
