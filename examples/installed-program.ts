import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The file behind a program of an installed package, as its `package.json` names it. */
export function installedProgram(packageName: string, program: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> }; // `as`: npm's format
  const file = bin[program];
  if (file === undefined) throw new Error(`${packageName} has no program ${program}; it has ${Object.keys(bin)}`);
  return join(dirname(manifest), file);
}
