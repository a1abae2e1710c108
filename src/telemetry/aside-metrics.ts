import { Counter, type Registry } from 'prom-client';

/** What is asked of the service beside requests. */
export interface AsideMetrics {
  minted(count: number): void;
  explained(would: string): void;
}

export function createAsideMetrics(registry: Registry): AsideMetrics {
  const registers = [registry];
  const minted = new Counter({ name: 'waybill_minted_ids_total', help: 'Context ids that were minted.', registers });
  const explained = new Counter({
    name: 'waybill_explanations_total',
    help: 'Requests that were explained, by what they would have come to.',
    labelNames: ['would'],
    registers,
  });
  return { minted: (count) => minted.inc(count), explained: (would) => explained.inc({ would }) };
}
