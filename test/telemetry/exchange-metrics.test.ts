import { destination } from 'pino';
import { expect, test } from 'vitest';
import { createJournal } from '../../src/telemetry/journal.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

test('an exchange that the end of the service cuts off is counted, by how far it had come', async () => {
  const metrics = createMetrics();
  const log = openLog('info', destination({ dest: '/dev/null', sync: true }));
  const journal = createJournal(log, metrics);
  for (const state of ['running', 'running', 'unfetched'] as const) journal.exchangeLost('0'.repeat(32), state);
  const lines = (await metrics.expose()).split('\n').filter((line) => line.startsWith('waybill_exchanges_lost_total'));
  await log.close();
  expect(lines.sort()).toEqual([
    'waybill_exchanges_lost_total{state="running"} 2',
    'waybill_exchanges_lost_total{state="unfetched"} 1',
  ]);
});
