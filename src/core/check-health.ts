import type { Adapter, Health } from '../../contracts/adapter.ts';
import type { Target } from './catalogue.ts';
import { within } from './within.ts';

/** An upstream that does not say within this that it is well is not well. */
const LIMIT_MS = 1000;

/** How a target is; one whose check hangs or throws is unhealthy, and takes nothing else down with it. */
export async function checkHealth({ adapter, gate }: Target): Promise<Health> {
  const health = await askAdapter(adapter);
  if (health.status !== 'healthy' || gate === undefined || gate.facts().breaker === 'closed') return health;
  return { status: 'degraded', detail: 'it failed too often and is left alone for a while' };
}

async function askAdapter(adapter: Adapter): Promise<Health> {
  try {
    return await within(LIMIT_MS, adapter.health(), () => {
      return { status: 'unhealthy', detail: `gave no sign within ${LIMIT_MS} ms` };
    });
  } catch {
    return { status: 'unhealthy', detail: 'its health check broke' };
  }
}
