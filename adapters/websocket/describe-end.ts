import { sayShortly } from '../../declarative/say-shortly.ts';

/** Characters of a bridge's own words. */
const MOST_SAID = 200;

export function describeClose(code: number, reason: Buffer): string {
  if (code === 1006) return 'the connection broke off';
  const said = sayShortly(reason.toString(), MOST_SAID);
  return `it closed with code ${code}${said === '' ? '' : ` (${said})`}`;
}

/** Of all addresses of a name that were tried, Node leaves the message empty. */
export function describeError(error: Error & { readonly code?: unknown }): string {
  const text = error.message !== '' ? error.message : String(error.code ?? error.name);
  return sayShortly(text, MOST_SAID);
}
