import type { Acted } from '../../contracts/adapter.ts';
import type { Route } from './route-table.ts';

/** What a dry run comes to: everything was checked, nothing acted on. */
export function dryRun(route: Route): Acted {
  return { effect: 'none', result: { dry_run: true, target: route.target.name, timeout_ms: route.timeoutMs } };
}
