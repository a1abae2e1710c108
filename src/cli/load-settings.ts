import type { Config } from '../../contracts/config.ts';
import { type ConfigProblem, formatProblem } from '../config/config-problem.ts';
import { type ConfigOverrides, type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Cli } from './cli.ts';
import { findConfig, NO_CONFIG } from './find-config.ts';

export interface SettingsInput {
  readonly configFile: string | undefined;
  readonly overrides?: ConfigOverrides;
  /** Used where there is no file; left out: a file is needed. */
  readonly defaults?: Config;
  /** Left out: WAYBILL_SECRET is needed in development too. */
  readonly developmentSecret?: Uint8Array;
  /** Left out: WAYBILL_SECRET is needed, but in development. */
  readonly passingSecret?: Uint8Array;
}

/** The settings by the rules of the command line, and the name of the file they are from. */
export function loadSettings(cli: Cli, input: SettingsInput): LoadedConfig & { readonly fileName?: string } {
  const { env, kinds } = cli;
  const { overrides = {}, defaults } = input;
  const { developmentSecret, passingSecret } = input;
  const secret = { ...(developmentSecret && { developmentSecret }), ...(passingSecret && { passingSecret }) };
  const found = findConfig(input.configFile, env);
  if (found !== 'none' && 'problem' in found) return { problems: [found.problem] };
  if (found !== 'none') {
    const loaded = loadConfig({ file: found.file, env, kinds, overrides, ...secret });
    return { ...loaded, fileName: found.file.name };
  }
  if (defaults === undefined) return { problems: [NO_CONFIG] };
  return loadConfig({ config: defaults, env, kinds, overrides, ...secret });
}

export function complainOf(cli: Cli, problems: readonly ConfigProblem[]): void {
  for (const problem of problems) cli.complain(formatProblem(problem));
  if (problems.length > 1) cli.complain(`${problems.length} problems`);
}
