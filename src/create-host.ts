import type { Logger } from 'pino';
import type { AdapterHost } from '../contracts/adapter.ts';

/** What the hosts of all targets share. */
export interface HostServices extends Omit<AdapterHost, 'target' | 'log'> {
  readonly logger: Logger;
}

/** What an adapter is given at opening, for each target. */
export function createHost(services: HostServices): (target: string) => AdapterHost {
  const { logger, ...shared } = services;
  return (target) => ({ ...shared, target, log: logger.child({ target }) });
}
