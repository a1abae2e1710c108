import type { Settings } from '../config/settings.ts';
import { curlLines } from './curl-lines.ts';

/** What is printed below the address: where the settings are from and, in development, what to try first. */
export function startHelp(settings: Settings, origin: string, fileName: string | undefined): string[] {
  const source = `configuration: ${fileName ?? 'built-in defaults'}`;
  if (!settings.development) return [source];
  const demo = [`demo site: ${origin}/demo/   API: ${origin}/docs`];
  if (!settings.targets.some(({ kind }) => kind === 'browser')) {
    if (fileName !== undefined) return [source, ...demo];
    return [
      source,
      ...demo,
      '',
      'No Chromium was found, so there is no browser target. Get one and start again:',
      '  sudo apt-get install -y chromium',
    ];
  }
  return [
    source,
    ...demo,
    '',
    'Log in to the demo site, in a real browser. Paste the lines one after the other:',
    '',
    ...curlLines(origin),
  ];
}
