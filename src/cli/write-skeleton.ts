import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** What the skeleton is called, and stands wherever the new name is to stand. */
const PLACEHOLDER = /my-adapter/g;

/** Writes `skeletons/adapter` under a name of its own; or the problem, where a file of it is there or can't be written. */
export function writeSkeleton(
  name: string,
  folder: string,
): { readonly files: readonly string[] } | { readonly problem: string } {
  const from = join(packageRoot(), 'skeletons', 'adapter');
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .sort();
  const there = files.filter((file) => existsSync(join(folder, file)));
  if (there.length > 0) return { problem: `${folder} holds ${there.join(', ')} already; choose another --dir` };
  try {
    for (const file of files) {
      const to = join(folder, file);
      mkdirSync(dirname(to), { recursive: true });
      const text = readFileSync(join(from, file), 'utf8').replace(PLACEHOLDER, name);
      writeFileSync(to, text, { flag: 'wx' }); // what has come in between is not written over either
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `${folder} can not be written (${code})` };
  }
  return { files: files.map((file) => join(folder, file)) };
}
