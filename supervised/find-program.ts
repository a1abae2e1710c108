import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * The path of a program: as it stands, from `folder` on where it holds a slash, else the first on `path`. Undefined: there is
 * none that may be run.
 */
export function findProgram(name: string, folder: string, path: string): string | undefined {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  const candidates = name.includes('/')
    ? [resolve(folder, name)]
    : path.split(delimiter).flatMap((part) => (isAbsolute(part) ? [join(part, name)] : []));
  return candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
