import { spawnSync } from 'node:child_process';
import { type NeededProgram, neededPrograms } from './needed-programs.ts';

/**
 * Finds the programs that the tests drive, or installs them with apt where that needs no password. Returns undefined once all
 * are there, else what to do about it.
 */
export function ensurePrograms(): string | undefined {
  const missing = findMissing(neededPrograms());
  if (missing.length === 0) return undefined;
  if (runsQuietly('apt-get', ['--version']) && mayInstall()) {
    const packages = missing.map(({ aptPackage }) => aptPackage);
    console.log(`${titlesOf(missing)} missing: installing ${packages.join(' ')} …`);
    asRoot('apt-get', ['update', '-q']);
    asRoot('apt-get', ['install', '-q', '-y', ...packages]);
  }
  const stillMissing = findMissing(missing);
  return stillMissing.length === 0 ? undefined : sayWhatToDo(stillMissing);
}

function findMissing(programs: readonly NeededProgram[]): readonly NeededProgram[] {
  return programs.filter((program) => program.find() === undefined);
}

function sayWhatToDo(missing: readonly NeededProgram[]): string {
  const sudo = isRoot() ? '' : 'sudo ';
  const packages = missing.map(({ aptPackage }) => aptPackage).join(' ');
  return [
    `The tests drive real programs; ${titlesOf(missing)} missing.`,
    ...missing.map(
      ({ title, names }) => `  ${title}: expected on PATH as ${names.join(' or ')}, found none that runs.`,
    ),
    'Install what is missing and run the tests again:',
    `  ${sudo}apt-get update && ${sudo}apt-get install -y ${packages}`,
  ].join('\n');
}

function titlesOf(programs: readonly NeededProgram[]): string {
  return `${programs.map(({ title }) => title).join(' and ')} ${programs.length === 1 ? 'is' : 'are'}`;
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
