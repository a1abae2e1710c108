import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Opens one page in a Chromium of its own, lets `virtualMs` of the page's time pass, and returns the document as it is then. */
export async function dumpDom(url: string, virtualMs: number): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-pages-'));
  try {
    const { stdout } = await run('/usr/bin/chromium', [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      `--virtual-time-budget=${virtualMs}`,
      '--dump-dom',
      url,
    ]);
    return stdout;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
