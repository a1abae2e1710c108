import { Counter, Gauge, type Registry } from 'prom-client';
import type { NonceResult } from '../core/journal.ts';

export interface NonceMetrics {
  used(result: NonceResult): void;
  /** Has `isUp` called whenever metrics are exposed. */
  follow(isUp: () => boolean): void;
}

export function createNonceMetrics(registry: Registry): NonceMetrics {
  const registers = [registry];
  const used = new Counter({
    name: 'waybill_nonce_requests_total',
    help: 'Requests with a nonce, by what it came to.',
    labelNames: ['result'],
    registers,
  });
  return {
    used: (result) => used.inc({ result }),
    follow: (isUp) => {
      new Gauge({
        name: 'waybill_nonce_store_up',
        help: 'Whether nonces can be claimed: 1, or 0 while their store is out of reach.',
        registers,
        collect() {
          this.set(isUp() ? 1 : 0);
        },
      });
    },
  };
}
