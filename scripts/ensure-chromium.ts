import { spawnSync } from 'node:child_process';
import { chromiumPackage, findChromium } from './find-chromium.ts';

/**
 * Finds Chromium, or installs it with apt where that needs no password. Returns undefined once one is there, else what
 * to do about it.
 */
export function ensureChromium(): string | undefined {
  if (findChromium() !== undefined) return undefined;
  const name = chromiumPackage();
  if (runsQuietly('apt-get', ['--version']) && mayInstall()) {
    console.log(`Chromium is missing: installing the package ${name} …`);
    asRoot('apt-get', ['update', '-q']);
    asRoot('apt-get', ['install', '-q', '-y', name]);
    if (findChromium() !== undefined) return undefined;
  }
  const sudo = isRoot() ? '' : 'sudo ';
  return [
    'The tests drive a real Chromium; expected one on PATH (chromium, chromium-browser or google-chrome), found none.',
    'Install one and run the tests again:',
    `  ${sudo}apt-get update && ${sudo}apt-get install -y ${name}`,
  ].join('\n');
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function mayInstall(): boolean {
  return isRoot() || runsQuietly('sudo', ['-n', 'true']);
}

function asRoot(command: string, args: readonly string[]): void {
  const line = isRoot() ? [command, ...args] : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', command, ...args];
  const [program = command, ...rest] = line;
  spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

function runsQuietly(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
