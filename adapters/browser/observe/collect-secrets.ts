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
  const found = new Set<string>();
  const walk = (value: JsonValue, isSecret: boolean): void => {
    if (typeof value === 'string') {
      if (isSecret && value.length >= MIN_CHARS) found.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) walk(member, isSecret || isSecretField(key));
    }
  };
  walk(payload, false);
  return [...found].flatMap((text) => [text, encodeURIComponent(text)]).sort((a, b) => b.length - a.length);
}

export function mask(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
