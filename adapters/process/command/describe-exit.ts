import { constants } from 'node:os';
import { type Failure, failure } from '../../../contracts/failure.ts';
import { maskSecrets } from '../../../contracts/secrets.ts';
import type { HideSecrets } from '../../../declarative/hide-secrets.ts';
import type { RunEnd } from '../run/run-end.ts';

/** Characters of a command's own words. */
const MOST_SAID = 500;
/** More of them are looked through for secrets, so that none is cut in two and missed. */
const LOOKED_THROUGH = 4000;

/** A command that did not end well, in its own words: most say on their error output what was wrong, some on the other. */
export function describeExit({ exitCode, signal, stdout, stderr }: RunEnd, hide: HideSecrets): Failure {
  const how = exitCode === undefined ? `was ended by ${signalName(signal)}` : `ended with code ${exitCode}`;
  const words = lastWords(stderr, hide) || lastWords(stdout, hide);
  return failure('adapter_failed', `The command ${how}${words === '' ? '' : `: ${words}`}`, {
    details: exitCode === undefined ? { signal: signalName(signal) } : { exit_code: exitCode },
  });
}

function lastWords(text: string, hide: HideSecrets): string {
  return maskSecrets(hide(text.slice(-LOOKED_THROUGH).trim())).slice(-MOST_SAID);
}

function signalName(number: number | undefined): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
