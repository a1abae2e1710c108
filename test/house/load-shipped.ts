import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { ROOT } from './plant.ts';

/** A configuration file of this repository, as the service reads it in the given environment. */
export function loadShipped(name: string, env: Readonly<Record<string, string>> = {}) {
  return loadConfig({
    file: { name, text: readFileSync(join(ROOT, name), 'utf8') },
    env: { WAYBILL_SECRET: 'x'.repeat(32), ...env },
    kinds: ADAPTER_KINDS,
    developmentSecret: new Uint8Array(32),
  });
}
