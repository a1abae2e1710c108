import type { Settings } from '../config/settings.ts';
import type { Cli } from './cli.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { SettingsInput } from './load-settings.ts';
import { TOKEN_VARIABLE } from './open-client.ts';
import { reloadService } from './reload-service.ts';
import { openSignals } from './signals.ts';
import { startService } from './start-service.ts';

/** Serves the host at the other end of the standard streams until it goes, or a signal ends the process. */
export async function serveHost(cli: Cli, settings: Settings, reloadFrom?: SettingsInput): Promise<ExitCode> {
  const signals = openSignals();
  let onGone = (): void => {};
  const gone = new Promise<'gone'>((resolve) => {
    onGone = () => resolve('gone');
  });
  const line = { ...cli.takeStreams(), token: cli.env[TOKEN_VARIABLE]?.trim(), onGone };
  const started = await startService(cli, settings, line);
  if (started === undefined) return EXIT.cannotStart;
  const { service } = started;
  let reloads = Promise.resolve();
  // Without a file there is nothing to read again: the terminal was closed, and the service ends with it.
  while ((await Promise.race([gone, signals.next()])) === 'SIGHUP' && reloadFrom !== undefined) {
    service.reopenFiles();
    // One after the other, and not awaited here: a reload that takes long must not hold up the end.
    reloads = reloads.then(() => reloadService(cli, service, reloadFrom, settings));
  }
  await service.close();
  return EXIT.ok;
}
