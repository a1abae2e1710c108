import type { Failure } from '../../../contracts/failure.ts';
import type { AuthSection } from './auth-section.ts';

/** By what the service proves to the upstream who it is. */
export interface Credentials {
  /** The headers that do it, by lower-case name. */
  headers(signal: AbortSignal): Promise<Headers | Failure> | Headers;
  /** Tells that the upstream has refused these headers; true: others can be had. */
  refused(headers: Headers): boolean;
  /** What is in use and nobody may be told. */
  secrets(): readonly string[];
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/** Credentials that stand in the configuration. */
export function fixedCredentials(auth: AuthSection | undefined): Credentials {
  const headers = fixedHeaders(auth);
  const { value = '', password = '', token = '' } = auth ?? {};
  const secrets = [...Object.values(headers).map((header) => header.replace(/^Basic /, '')), value, password, token];
  return { headers: () => headers, refused: () => false, secrets: () => secrets, close: async () => {} };
}

function fixedHeaders(
  { type, name = '', value = '', username = '', password = '', token = '' }: AuthSection = { type: 'none' },
): Headers {
  if (type === 'header') return { [name.toLowerCase()]: value };
  if (type === 'basic') {
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  }
  return type === 'bearer' ? { authorization: `Bearer ${token}` } : {};
}
