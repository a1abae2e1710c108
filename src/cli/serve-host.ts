import type { Settings } from '../config/settings.ts';
import type { Service } from '../service.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { SettingsInput } from './load-settings.ts';
import { TOKEN_VARIABLE } from './open-client.ts';
import { reloadService } from './reload-service.ts';
import { openSignals, type Signals } from './signals.ts';
import { startService } from './start-service.ts';

export interface HostingOptions {
  /** Left out: there is nothing to read again. */
  readonly reloadFrom?: SettingsInput;
  /** Called before anything is served; gives why it can't be. */
  readonly ready?: (service: Service) => Promise<string | undefined>;
}

/** Serves the host at the other end of the standard streams until it goes, or a signal ends the process. */
export async function serveHost(cli: Cli, settings: Settings, options: HostingOptions): Promise<ExitCode> {
  const signals = openSignals();
  let onGone = (): void => {};
  const gone = new Promise<'gone'>((resolve) => {
    onGone = () => resolve('gone');
  });
  const line = { ...cli.takeStreams(), token: cli.env[TOKEN_VARIABLE]?.trim(), onGone };
  const started = await startService(cli, settings, { stdio: line, ready: options.ready });
  if (started === undefined) return EXIT.cannotStart;
  return await untilEnd(cli, started.service, settings, signals, options, gone);
}

/** The same for whoever comes over HTTP. */
export async function serveHttp(cli: Cli, settings: Settings, options: HostingOptions): Promise<ExitCode> {
  const signals = openSignals();
  const started = await startService(cli, settings, { ready: options.ready });
  if (started === undefined) return EXIT.cannotStart;
  cli.print(`waybill listens on ${started.origin}`);
  return await untilEnd(cli, started.service, settings, signals, options);
}

async function untilEnd(
  cli: Cli,
  service: Service,
  settings: Settings,
  signals: Signals,
  { reloadFrom }: HostingOptions,
  gone?: Promise<'gone'>,
): Promise<ExitCode> {
  const next = () => (gone === undefined ? signals.next() : Promise.race([gone, signals.next()]));
  let reloads = Promise.resolve();
  // Without a file there is nothing to read again: the terminal was closed, and the service ends with it.
  while ((await next()) === 'SIGHUP' && reloadFrom !== undefined) {
    service.reopenFiles();
    // One after the other, and not awaited here: a reload that takes long must not hold up the end.
    reloads = reloads.then(() => reloadService(cli, service, reloadFrom, settings));
  }
  await service.close();
  return EXIT.ok;
}
