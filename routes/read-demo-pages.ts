import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DemoPage {
  readonly type: string;
  readonly body: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv; charset=utf-8',
};

/** Reads `examples/demo-site` into memory: the site is a few kilobytes, and a request then never touches the disk. */
export function readDemoPages(): ReadonlyMap<string, DemoPage> {
  const folder = join(packageRoot(), 'examples', 'demo-site');
  const pages = readdirSync(folder).map((name): [string, DemoPage] => [
    name,
    { type: TYPES[extname(name)] ?? 'application/octet-stream', body: readFileSync(join(folder, name)) },
  ]);
  return new Map(pages);
}

/** The nearest folder above this module that holds a package.json: one level up in the source, two in `dist`. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!readdirSync(folder).includes('package.json')) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('No package.json above the demo site: the package is incomplete.');
    folder = parent;
  }
  return folder;
}
