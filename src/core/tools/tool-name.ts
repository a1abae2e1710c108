/** Hosts in the field refuse dots, and names of more than 64 characters. */
const MOST_UNITS = 64;

/** The name of the tool of an intent: its key, with `_` for what hosts refuse. Undefined: it is too long for one. */
export function toolNameOf(intentKey: string): string | undefined {
  return intentKey.length > MOST_UNITS ? undefined : intentKey.replace(/[^A-Za-z0-9_-]/g, '_');
}
