import type { Settings } from '../config/settings.ts';
import type { HostLine, Service } from '../service.ts';
import type { Cli } from './cli.ts';

export interface StartOptions {
  /** Left out: over HTTP. */
  readonly stdio?: HostLine;
  /** Called before anything is served; gives why it can't be. */
  readonly ready?: ((service: Service) => Promise<string | undefined>) | undefined;
}

/** A service that listens, and its public origin; undefined once it was said why there is none. */
export async function startService(
  cli: Cli,
  settings: Settings,
  { stdio, ready }: StartOptions = {},
): Promise<{ readonly service: Service; readonly origin: string } | undefined> {
  try {
    const service = await cli.openService(settings, stdio);
    try {
      const unready = await ready?.(service);
      if (unready !== undefined) throw new Error(unready);
      return { service, origin: await service.listen() };
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    cli.complain(`waybill could not start: ${describeStartError(error, settings)}`);
    return undefined;
  }
}

function describeStartError(error: unknown, { listen }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${listen.port} of ${listen.host} is in use; stop what listens there, or choose another: --port 0 takes any free one (npm start -- --port 0)`;
    case 'EACCES':
      return `port ${listen.port} needs more rights than this process has; choose one from 1024 on`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${listen.host} is no address of this machine; choose another with --host`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
