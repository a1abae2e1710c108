import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../config/settings.ts';
import type { Service } from '../service.ts';
import type { Cli } from './cli.ts';
import { complainOf, loadSettings, type SettingsInput } from './load-settings.ts';

/** What is fixed once the service listens. */
const RESTART_SECTIONS = [
  { of: 'development', name: 'development' },
  { of: 'listen', name: 'listen' },
  { of: 'limits', name: 'limits' },
  { of: 'webSocket', name: 'websocket' },
  { of: 'polling', name: 'polling' },
  { of: 'replica', name: 'replica' },
  { of: 'audit', name: 'audit' },
] as const;

/** Reads the configuration again; where it has problems they are said, and the last good one stays in use. */
export async function reloadService(cli: Cli, service: Service, input: SettingsInput, first: Settings): Promise<void> {
  const loaded = loadSettings(cli, input);
  if ('problems' in loaded) {
    complainOf(cli, loaded.problems);
    cli.complain('reload refused: the last good configuration stays in use');
    return;
  }
  try {
    await service.reload(loaded.settings);
  } catch (error) {
    cli.complain(error instanceof Error ? error.message : String(error));
    cli.complain('reload refused: the last good configuration stays in use');
    return;
  }
  const fixed = RESTART_SECTIONS.filter(({ of }) => !isDeepStrictEqual(loaded.settings[of], first[of]));
  if (fixed.length > 0)
    cli.complain(
      `warning: what changed under ${fixed.map(({ name }) => name).join(', ')} takes effect at the next start only`,
    );
  for (const warning of loaded.warnings) cli.complain(`warning: ${warning}`);
  cli.complain('configuration reloaded');
}
