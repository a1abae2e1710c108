import type { JsonObject, JsonValue } from '../../../contracts/json.ts';

/** Fields whose text is a credential by its name. */
const CREDENTIAL = /pass|pwd|secret|token|credential|(^|_)(otp|pin)($|_)/i;
/** Fields whose text is typed into a page: it may be a credential. */
const TYPED = /^(text|value)$/i;
/** Shorter ones would blank out half of every message. */
const MIN_CHARS = 4;

/**
 * Every text of a payload that must not be repeated in answers or logs, longest first. `typed` also takes what is
 * typed: right for free text, too much for addresses, where it would blank out a search.
 */
export function collectSecrets(payload: JsonObject, typed: boolean): readonly string[] {
  const isSecretField = (key: string) => CREDENTIAL.test(key) || (typed && TYPED.test(key));
  const found = [...textsIn(payload, false, isSecretField)].filter((text) => text.length >= MIN_CHARS);
  const forms = new Set(found.flatMap((text) => [text, encodeURIComponent(text)]));
  return [...forms].sort((a, b) => b.length - a.length);
}

function* textsIn(value: JsonValue, wanted: boolean, isWanted: (key: string) => boolean): Generator<string> {
  if (typeof value === 'string' && wanted) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* textsIn(member, wanted || isWanted(key), isWanted);
}

export function mask(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
