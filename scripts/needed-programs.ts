import { readFileSync } from 'node:fs';
import { findProgram } from './find-program.ts';

/** A program that the tests drive for real, beside Node. */
export interface NeededProgram {
  /** As people call it. */
  readonly title: string;
  /** On PATH, the first that runs is taken. */
  readonly names: readonly string[];
  /** The path of one that runs here. */
  find(): string | undefined;
  /** The package that brings it, where apt has one. */
  readonly aptPackage: string;
}

export function neededPrograms(): readonly NeededProgram[] {
  const chromium = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return [
    {
      title: 'Chromium',
      names: chromium,
      find: () => findProgram(chromium, '--version'),
      aptPackage: osRelease().includes('ID=ubuntu') ? 'chromium-browser' : 'chromium',
    },
    ...[
      { title: 'nginx', name: 'nginx', flag: '-v', aptPackage: 'nginx-light' },
      { title: 'HAProxy', name: 'haproxy', flag: '-v', aptPackage: 'haproxy' },
      { title: 'Redis', name: 'redis-server', flag: '--version', aptPackage: 'redis-server' },
      // It knows no flags: this is an empty script.
      { title: 'Tcl', name: 'tclsh', flag: '/dev/null', aptPackage: 'tcl' },
    ].map(({ title, name, flag, aptPackage }) => ({
      title,
      names: [name],
      find: () => findProgram([name], flag),
      aptPackage,
    })),
  ];
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
