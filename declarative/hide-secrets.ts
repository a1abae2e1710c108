import type { Failure } from '../contracts/failure.ts';
import type { JsonValue } from '../contracts/json.ts';
import type { Progress } from '../contracts/progress.ts';
import { isSecretName, MASK } from '../contracts/secrets.ts';

/** A text without secrets of the configuration, which an upstream may repeat in its complaints. */
export type HideSecrets = (text: string) => string;

/** Variables whose name says that their value is a secret. */
export function hideSecretsOf(environment: Readonly<Record<string, string>>): HideSecrets {
  return hideAll(Object.entries(environment).flatMap(([name, value]) => (isSecretName(name) ? [value] : [])));
}

/** What is shorter stands by chance in any text, and to mask it there would tell it. */
const LEAST_LENGTH = 4;

export function hideAll(secrets: readonly string[]): HideSecrets {
  const hidden = [...new Set(secrets.flatMap(formsOf))].filter((secret) => secret.length >= LEAST_LENGTH);
  return (text) => hidden.reduce(hideOne, text);
}

/** As it is, within JSON, and within an address: in each of them it may be repeated. */
function formsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(Buffer.from(secret).toString())];
}

function hideOne(text: string, secret: string): string {
  const left = text.replaceAll(secret, MASK);
  // What an upstream said is cut short: a secret that stood there may have lost its end.
  for (let length = secret.length - 1; length >= LEAST_LENGTH; length -= 1) {
    if (left.endsWith(secret.slice(0, length))) return left.slice(0, -length) + MASK;
  }
  return left;
}

export function hideInFailure(failure: Failure, hide: HideSecrets): Failure {
  const { message, details } = failure;
  const hidden = Object.entries(details ?? {}).map(([name, value]) => [name, hideInJson(value, hide)]);
  return {
    ...failure,
    message: hide(message),
    ...(details !== undefined && { details: Object.fromEntries(hidden) }),
  };
}

export function hideInProgress(progress: Progress, hide: HideSecrets): Progress {
  const { message, data } = progress;
  return {
    ...progress,
    ...(message !== undefined && { message: hide(message) }),
    // `as`: what adapters tell is sent as JSON
    ...(data !== undefined && { data: hideInJson(data as JsonValue, hide) }),
  };
}

function hideInJson(value: JsonValue, hide: HideSecrets): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  // `as`: TypeScript does not tell readonly arrays from objects by Array.isArray
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => hideInJson(item, hide));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideInJson(member, hide)]));
}
