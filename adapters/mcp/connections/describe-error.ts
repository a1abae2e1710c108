import { SdkError, SdkHttpError } from '@modelcontextprotocol/client';
import { maskSecrets } from '../../../contracts/secrets.ts';

const MOST_CHARACTERS = 500;
const MOST_CAUSES = 5;

/** What a server or a connection to it said, short enough for a message and without what looks like a secret. */
export function shortly(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return maskSecrets(line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS)}…`);
}

/** Why a connection failed. The text of a failed `fetch` says nothing: what happened is in the last of its causes. */
export function describeError(error: unknown): string {
  if (error instanceof SdkHttpError) {
    const { status, text } = error.data;
    return shortly(`it answered with the HTTP status ${status}${typeof text === 'string' ? `: ${text}` : ''}`);
  }
  const last = causesOf(error).at(-1);
  return networkCodeOf(error) ?? shortly(last?.message ?? String(error));
}

/** The code of a system or HTTP client error, `ECONNREFUSED`, wherever in the chain of causes it is. */
export function networkCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause): unknown => Reflect.get(cause, 'code'))
    .find(isNetworkCode);
}

/** The chain, itself first. The SDK keeps the cause of a failed negotiation among the data of its error. */
function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < MOST_CAUSES; at = at.cause ?? causeInData(at)) {
    chain.push(at instanceof AggregateError && at.errors[0] instanceof Error ? at.errors[0] : at);
  }
  return chain;
}

function causeInData(error: Error): unknown {
  return error instanceof SdkError ? Reflect.get(Object(error.data), 'cause') : undefined;
}

function isNetworkCode(code: unknown): code is string {
  return (
    typeof code === 'string' &&
    /^(E[A-Z]+|UND_ERR_[A-Z_]+|ERR_[A-Z_]+|CERT_[A-Z_]+|DEPTH_[A-Z_]+|SELF_[A-Z_]+|UNABLE_[A-Z_]+)$/.test(code)
  );
}
