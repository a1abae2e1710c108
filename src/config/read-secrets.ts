import type { ConfigProblem } from './config-problem.ts';

/** Keys of 256 bits are derived from each secret, so each must bring as many. */
const MIN_SECRET_BYTES = 32;

const HOW_TO = `make one with: node -p "require('node:crypto').randomBytes(32).toString('base64url')"`;

export interface SecretInput {
  /** The value of WAYBILL_SECRET: one secret, or more with commas between; the first signs. */
  readonly value: string | undefined;
  /** Used where there is no value. */
  readonly otherwise: Uint8Array | undefined;
}

/** Secrets for signing and sealing; the problems never hold any part of one. */
export function readSecrets(
  input: SecretInput,
):
  | { readonly secrets: readonly Uint8Array[]; readonly isRandom: boolean }
  | { readonly problems: readonly ConfigProblem[] } {
  if (input.value === undefined || input.value.trim() === '') {
    if (input.otherwise !== undefined) return { secrets: [input.otherwise], isRandom: true };
    return { problems: [problem('is not set; ids and handles can not be signed without it', HOW_TO)] };
  }
  const secrets = input.value.split(',').map((part) => new TextEncoder().encode(part.trim()));
  const problems = secrets.flatMap((secret, index) => {
    if (secret.length >= MIN_SECRET_BYTES) return [];
    const which = secrets.length === 1 ? 'the secret' : `secret ${index + 1} of ${secrets.length}`;
    return [problem(`${which} has ${secret.length} bytes; at least ${MIN_SECRET_BYTES} are needed`, HOW_TO)];
  });
  return problems.length > 0 ? { problems } : { secrets, isRandom: false };
}

function problem(message: string, hint: string): ConfigProblem {
  return { where: 'WAYBILL_SECRET', pointer: '', message, hint };
}
