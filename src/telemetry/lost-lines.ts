import { Counter, type Registry } from 'prom-client';

export type CountLostLines = (of: 'log' | 'audit', lines: number) => void;

export function createLostLines(registry: Registry): CountLostLines {
  const lost = new Counter({
    name: 'waybill_lines_lost_total',
    help: 'Lines of the log and of the audit log that could not be written, nor held until they could.',
    labelNames: ['of'],
    registers: [registry],
  });
  return (of, lines) => lost.inc({ of }, lines);
}
