import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import { isSecretName, MASK } from '../../../contracts/secrets.ts';

/** Fields whose text is typed into a page: it may be a credential. */
const TYPED = /^(text|value)$/i;
/** Say where a credential goes, not what it is, and must be told where they are wrong. */
const PLACES = /^selectors?$/;
/** Of what is typed: shorter texts would blank out half of every message. A password is kept back at any length. */
const MIN_TYPED_CHARS = 4;

/**
 * Every text of a payload that must not be repeated in answers or logs, longest first. `typed` also takes what is
 * typed: right for free text, too much for addresses, where it would blank out a search.
 */
export function collectSecrets(payload: JsonObject, typed: boolean): readonly string[] {
  const credentials = [...textsIn(payload, false, isSecretName)].filter((text) => text !== '');
  const inputs = typed ? [...textsIn(payload, false, (key) => TYPED.test(key))] : [];
  const found = [...credentials, ...inputs.filter((text) => text.length >= MIN_TYPED_CHARS)];
  const forms = new Set(found.flatMap(formsOf));
  return [...forms].sort((a, b) => b.length - a.length);
}

/** A text as it stands, and as scripts and forms write it into addresses. */
function formsOf(text: string): string[] {
  // Half a character can't be encoded; browsers put this in its place.
  const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
  const inForm = new URLSearchParams({ '': whole }).toString().slice('='.length);
  return [text, encodeURIComponent(whole), encodeURI(whole), inForm];
}

function* textsIn(value: JsonValue, wanted: boolean, isWanted: (key: string) => boolean): Generator<string> {
  if (typeof value === 'string' && wanted) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!PLACES.test(key)) yield* textsIn(member, wanted || isWanted(key), isWanted);
  }
}

export function mask(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => maskEnd(masked.replaceAll(secret, MASK), secret), text);
}

/** Text that was cut short may end in the midst of a secret; its first few characters tell nothing. */
function maskEnd(text: string, secret: string): string {
  const told = text.endsWith('…') ? text.slice(0, -1) : text;
  for (let length = secret.length - 1; length > 3; length -= 1) {
    if (told.endsWith(secret.slice(0, length))) return `${told.slice(0, -length)}${MASK}`;
  }
  return text;
}

/** A JSON value with every text in it masked. A page may show what it was sent: in its address, or in its greeting. */
export function maskAll<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  // `as`: the same shape, other texts
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? mask(part, secrets) : part)),
  ) as T;
}
