import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { errorCode, isAbsent } from './error-code.ts';

/** Why a name can't be a file of the target. */
export interface PathRefusal {
  readonly refused: string;
}

/**
 * The path of a file within `root`, which the caller names. Refused is what leads out of there, by dots, by a slash at its start
 * or by a symbolic link. What is not there may still be named.
 */
export async function resolveInside(root: string, name: string): Promise<string | PathRefusal> {
  const problem = whyNoName(name);
  if (problem !== undefined) return { refused: problem };
  try {
    const realRoot = await realpath(root);
    const real = await realPathOf(join(realRoot, name));
    if (real === realRoot || real.startsWith(realRoot === sep ? sep : realRoot + sep)) return real;
    return { refused: 'leads out of the directory of this target' };
  } catch (thrown) {
    return { refused: `can't be followed (${errorCode(thrown)})` };
  }
}

function whyNoName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.includes('\0')) return 'holds a NUL';
  if (isAbsolute(name)) return 'starts with a slash, and must start from the directory of this target';
  if (name.split('/').includes('..')) return 'holds "..", and must stay in the directory of this target';
  return undefined;
}

/** Where the end of a path is not there, the real path of what is. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isAbsent(errorCode(thrown))) throw thrown;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}
