import type { Logger } from 'pino';
import type { AdapterHost, AdapterLog } from '../contracts/adapter.ts';
import type { GuardHost } from '../contracts/guard.ts';
import type { Outbound } from '../contracts/outbound.ts';

/** What the hosts of all targets share. */
export interface HostServices extends Omit<AdapterHost, 'target' | 'log' | 'folder'> {
  readonly logger: Logger;
  /** Called where an open adapter offers something else than it did. */
  redeclared(): void;
}

/** What adapters, guards and the authentication are given at opening. */
export interface Hosts {
  readonly outbound: Outbound;
  readonly log: AdapterLog;
  redeclared(): void;
  /** `folder`: that of the configuration. */
  target(name: string, folder: string): AdapterHost;
  guard(name: string, folder: string): GuardHost;
}

export function createHosts(services: HostServices): Hosts {
  const { logger, redeclared, ...shared } = services;
  return {
    outbound: services.outbound,
    log: logger,
    redeclared,
    target: (target, folder) => ({ ...shared, target, folder, log: logger.child({ target }) }),
    guard: (guard, folder) => ({ guard, folder, log: logger.child({ guard }) }),
  };
}
