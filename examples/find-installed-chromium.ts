import { findChromium } from '../src/cli/find-chromium.ts';

/** The Chromium of this machine. */
export function findInstalledChromium(): string {
  const found = findChromium(process.env.PATH);
  if (found === undefined) throw new Error('There is no Chromium on PATH. On Debian: apt-get install chromium');
  return found;
}
