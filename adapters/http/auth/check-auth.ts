import type { OptionProblem } from '../../../contracts/adapter.ts';
import { checkHeaderNames, isHeaderValue } from '../compile-headers.ts';
import type { AuthSection } from './auth-section.ts';

type Key = Exclude<keyof AuthSection, 'type'>;

const NEEDED: Readonly<Record<AuthSection['type'], readonly Key[]>> = {
  none: [],
  header: ['name', 'value'],
  basic: ['username', 'password'],
  bearer: ['token'],
  oauth2_client_credentials: ['token_url', 'client_id', 'client_secret'],
};
const ALLOWED: Readonly<Partial<Record<AuthSection['type'], readonly Key[]>>> = {
  oauth2_client_credentials: ['client_auth', 'scope', 'audience'],
};

/** Whether the keys of `auth` are those of its type. */
export function checkAuth(auth: AuthSection, path: OptionProblem['path']): OptionProblem[] {
  const { type, name, token_url: tokenUrl } = auth;
  const needed = NEEDED[type];
  const missing = needed.filter((key) => auth[key] === undefined);
  const allowed: readonly string[] = ['type', ...needed, ...(ALLOWED[type] ?? [])];
  const foreign = Object.keys(auth).filter((key) => !allowed.includes(key));
  return [
    ...missing.map((key) => ({ path, message: `auth of type ${type} needs ${key}` })),
    ...foreign.map((key) => ({
      path: [...path, key],
      message: `auth of type ${type} has no ${key}`,
      hint: 'leave it out',
    })),
    ...(type === 'header' && name !== undefined ? checkHeaderNames([name], [...path, 'name']) : []),
    ...(['value', 'token'] as const)
      .filter((key) => !isHeaderValue(auth[key] ?? ''))
      .map((key) => ({ path: [...path, key], message: 'this is no value of a header' })),
    ...(tokenUrl === undefined || isSafeTokenUrl(tokenUrl)
      ? []
      : [{ path: [...path, 'token_url'], message: 'the token endpoint must be https, or http on loopback' }]),
  ];
}

/** The secret of the client goes there: never in the clear over a network. */
function isSafeTokenUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}
