import type { Failure } from '../../../contracts/failure.ts';
import { isSecretName, MASK } from '../../../contracts/secrets.ts';

/** A text without secrets of the configuration, which a command may repeat in its complaints. */
export type HideSecrets = (text: string) => string;

/** Variables whose name says that their value is a secret. */
export function hideSecretsOf(environment: Readonly<Record<string, string>>): HideSecrets {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    isSecretName(name) && value !== '' ? [value] : [],
  );
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
}

export function hideInFailure(failure: Failure, hide: HideSecrets): Failure {
  const { message, details } = failure;
  const hidden = Object.entries(details ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? hide(value) : value,
  ]);
  return {
    ...failure,
    message: hide(message),
    ...(details !== undefined && { details: Object.fromEntries(hidden) }),
  };
}
