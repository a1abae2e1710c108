import { Counter, Gauge, type Registry } from 'prom-client';

export interface WebSocketMetrics {
  opened(): void;
  /** `why` is one of a few words of ours. */
  closed(why: string): void;
}

export function createWebSocketMetrics(registry: Registry): WebSocketMetrics {
  const registers = [registry];
  const open = new Gauge({
    name: 'waybill_websocket_connections',
    help: 'Open WebSocket connections.',
    registers,
  });
  const ends = new Counter({
    name: 'waybill_websocket_closed_total',
    help: 'WebSocket connections that ended, by what ended them.',
    labelNames: ['why'],
    registers,
  });
  return {
    opened: () => open.inc(),
    closed: (why) => {
      open.dec();
      ends.inc({ why });
    },
  };
}
