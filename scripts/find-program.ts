import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program that runs here, under the first of its names: being found is not enough, as Ubuntu's package of
 * Chromium may be an empty shell.
 */
export function findProgram(names: readonly string[], versionFlag: string): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  // Debian puts servers beside what everyone runs, in folders that are on nobody's PATH but root's.
  const folders = [...path, ...path.map((folder) => folder.replace(/\/bin$/, '/sbin'))];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isProgram(path) && runs(path, versionFlag));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function runs(path: string, versionFlag: string): boolean {
  return spawnSync(path, [versionFlag], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
