import type { IncomingMessage } from 'node:http';
import type { Authenticator } from '../src/core/authenticator.ts';
import { ANONYMOUS, type Principal } from '../src/core/principal.ts';
import { readCredential } from './read-credential.ts';

/** Who calls, where that needs no waiting; undefined where it does, or the caller is to be refused. */
export function recallCaller(
  authenticator: Authenticator | undefined,
  request: IncomingMessage,
): Principal | undefined {
  if (authenticator === undefined) return ANONYMOUS;
  const token = readCredential(request);
  return typeof token === 'string' ? authenticator.recall(token)?.principal : undefined;
}
