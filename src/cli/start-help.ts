import type { Settings } from '../config/settings.ts';
import { curlLines } from './curl-lines.ts';

/** What is printed below the address in development: what to try first. Nothing in production, where the log follows. */
export function startHelp(settings: Settings, origin: string, isDefault: boolean): string[] {
  if (!settings.development) return [];
  const demo = [`demo site: ${origin}/demo/   API: ${origin}/docs`];
  if (!settings.targets.some(({ kind }) => kind === 'browser')) {
    if (!isDefault) return demo;
    return [
      ...demo,
      '',
      'No Chromium was found, so there is no browser target. Get one and start again:',
      '  sudo apt-get install -y chromium',
    ];
  }
  return [
    ...demo,
    '',
    'Log in to the demo site, in a real browser. Paste the lines one after the other:',
    '',
    ...curlLines(origin),
  ];
}
