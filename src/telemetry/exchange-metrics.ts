import { Counter, Gauge, type Registry } from 'prom-client';

export interface ExchangeMetrics {
  lost(state: string): void;
  /** Has `count` called whenever metrics are exposed. */
  follow(count: () => { readonly running: number; readonly kept: number }): void;
}

export function createExchangeMetrics(registry: Registry): ExchangeMetrics {
  const registers = [registry];
  const lost = new Counter({
    name: 'waybill_exchanges_lost_total',
    help: 'Exchanges of which nobody was told the end before the service ended.',
    labelNames: ['state'],
    registers,
  });
  return {
    lost: (state) => lost.inc({ state }),
    follow: (count) => {
      new Gauge({
        name: 'waybill_exchanges',
        help: 'Exchanges that run, and finished ones that are kept.',
        labelNames: ['state'],
        registers,
        collect() {
          const { running, kept } = count();
          this.set({ state: 'running' }, running);
          this.set({ state: 'kept' }, kept);
        },
      });
    },
  };
}
