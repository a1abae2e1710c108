import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A small tree with this repository's gate settings and packages, holding the given sources. The caller removes it. */
export function plant(settings: readonly string[], sources: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-planted-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['package.json', '.gitignore', ...settings]) cpSync(join(ROOT, name), join(folder, name));
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** Runs one of the repository's tools in a folder and waits for its end. */
export function runTool(name: string, args: readonly string[], folder: string): Ran {
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin', name), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { exitCode: status, stdout };
}
