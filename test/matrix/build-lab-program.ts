import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Compiles `serve-lab.ts` and all that it needs; returns the program. */
export function buildLabProgram(): string {
  const { status, stdout } = spawnSync(
    process.execPath,
    [fromRoot('node_modules/typescript/bin/tsc'), '-p', fromRoot('test/matrix')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The program of the lab could not be compiled: ${stdout}`);
  return fromRoot('.cache/matrix/test/matrix/serve-lab.js');
}
