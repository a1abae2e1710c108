import { unescape as unescapeUserInfo } from 'node:querystring';
import { isSecretName, isSecretParameter } from '../../contracts/secrets.ts';
import type { WebSocketOptions } from './websocket-options.ts';

/** What the bridge is sent at the handshake and the hello that nobody else may be told: it may repeat it in its complaints. */
export function secretsOf({ url, bearer, headers = {}, hello }: WebSocketOptions): string[] {
  const { username, password, searchParams } = new URL(url);
  return [
    ...(bearer === undefined ? [] : [bearer]),
    ...Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? [value, ...value.split(' ')] : [])),
    ...credentialsOf(unescapeUserInfo(username), unescapeUserInfo(password)),
    ...[...searchParams].flatMap(([name, value]) => (isSecretParameter(name) ? [value] : [])),
    ...secretsIn(hello?.send, false),
  ];
}

/** As they are, and as the handshake carries them. A name without a password is a token. */
function credentialsOf(username: string, password: string): string[] {
  if (username === '' && password === '') return [];
  return [password === '' ? username : password, Buffer.from(`${username}:${password}`).toString('base64')];
}

/** The texts of members whose name says that they are secrets. */
function secretsIn(json: unknown, isSecret: boolean): string[] {
  if (typeof json === 'string') return isSecret ? [json] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, member]) => secretsIn(member, isSecret || isSecretName(name)));
}
