import type { Config } from '../../contracts/config.ts';
import type { Cli } from './cli.ts';
import { findChromium } from './find-chromium.ts';

/** What development mode starts with where there is no file: a browser, where one can be found. */
export function developmentConfig(cli: Cli): Config {
  if (!cli.kinds.has('browser') || findChromium(cli.env.PATH) === undefined) return { development: true };
  const browser = { kind: 'browser', launch: true };
  return { development: true, adapters: { browser } };
}
