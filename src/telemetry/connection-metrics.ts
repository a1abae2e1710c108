import { Counter, type Registry } from 'prom-client';

export interface ConnectionMetrics {
  refused(): void;
}

export function createConnectionMetrics(registry: Registry): ConnectionMetrics {
  const refused = new Counter({
    name: 'waybill_connections_refused_total',
    help: 'Connections that were closed as they came, as limits.connections were open.',
    registers: [registry],
  });
  return { refused: () => refused.inc() };
}
