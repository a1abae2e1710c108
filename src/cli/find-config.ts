import { existsSync, readFileSync } from 'node:fs';
import type { ConfigProblem } from '../config/config-problem.ts';
import type { Environment } from '../config/interpolate.ts';

const DEFAULT_FILE = 'waybill.yaml';

export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The configuration file: `--config`, else WAYBILL_CONFIG, else ./waybill.yaml. `none` where there is none of them;
 * a file that was named and can't be read is a problem.
 */
export function findConfig(
  option: string | undefined,
  env: Environment,
): { readonly file: ConfigFile } | { readonly problem: ConfigProblem } | 'none' {
  if (option !== undefined) return readConfigFile(option, '--config');
  const fromEnv = env.WAYBILL_CONFIG;
  if (fromEnv !== undefined && fromEnv !== '') return readConfigFile(fromEnv, 'WAYBILL_CONFIG');
  return existsSync(DEFAULT_FILE) ? readConfigFile(DEFAULT_FILE, DEFAULT_FILE) : 'none';
}

export const NO_CONFIG: ConfigProblem = {
  where: '--config',
  pointer: '',
  message: `there is no configuration: no --config, no WAYBILL_CONFIG, no ./${DEFAULT_FILE}`,
  hint: 'name a file with --config; waybill serve --development starts without one, and waybill routes --url asks a running service',
};

function readConfigFile(
  name: string,
  namedBy: string,
): { readonly file: ConfigFile } | { readonly problem: ConfigProblem } {
  try {
    return { file: { name, text: readFileSync(name, 'utf8') } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message = `${name} can not be read (${code}${code === 'ENOENT' ? ': there is no such file' : ''})`;
    return { problem: { where: namedBy, pointer: '', message } };
  }
}
