import { SYSTEM_TARGET } from '../../contracts/config.ts';
import { compileGlob } from '../core/glob.ts';
import { isRecord } from '../core/is-record.ts';
import { ANONYMOUS } from '../core/principal.ts';
import { isLoopback } from './check-listen.ts';
import { type ConfigPath, type Finding, finding } from './finding.ts';

/** The keys that a mode has beside `mode`: those that it needs, and those that it may have. */
const KEYS: Readonly<Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>> = {
  none: { needs: [], may: [] },
  api_key: { needs: ['keys'], may: [] },
  jwt: {
    needs: ['jwks_url', 'issuer', 'audience', 'scopes'],
    may: ['algorithms', 'clock_skew_ms', 'principal_claim', 'attributes'],
  },
};

/** Characters that the part of a request to be matched may hold, and *. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  intents: /^[A-Za-z0-9_./*-]+$/,
  domains: /^[A-Za-z0-9_.*-]+$/,
};

/** What the schema can't say of `auth`: which keys belong to its mode, and that every grant can match something. */
export function checkAuth(auth: unknown, adapters: unknown): Finding[] {
  if (!isRecord(auth) || typeof auth.mode !== 'string') return [];
  const targets = [SYSTEM_TARGET, ...(isRecord(adapters) ? Object.keys(adapters) : [])];
  return [
    ...checkMode(auth, auth.mode),
    ...checkJwksUrl(auth.jwks_url),
    ...checkKeys(auth.keys, targets),
    ...(isRecord(auth.scopes)
      ? Object.entries(auth.scopes).flatMap(([scope, grant]) => checkGrant(grant, ['auth', 'scopes', scope], targets))
      : []),
  ];
}

function checkMode(auth: Readonly<Record<string, unknown>>, mode: string): Finding[] {
  const keys = KEYS[mode];
  if (keys === undefined) return []; // the schema has said so
  const missing = keys.needs
    .filter((key) => !(key in auth))
    .map((key) => finding(['auth'], 'key', `mode ${mode} needs "${key}"`, 'add it'));
  const foreign = Object.entries(KEYS).flatMap(([of, { needs, may }]) =>
    of === mode
      ? []
      : [...needs, ...may]
          .filter((key) => key in auth)
          .map((key) =>
            finding(['auth', key], 'key', `"${key}" is of mode ${of}, and the mode is ${mode}`, 'remove one'),
          ),
  );
  return [...missing, ...foreign];
}

function checkJwksUrl(url: unknown): Finding[] {
  if (typeof url !== 'string') return [];
  const place = ['auth', 'jwks_url'];
  if (!URL.canParse(url)) return [finding(place, 'value', 'is no address', 'write it as https://id.example/jwks.json')];
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') {
    return [finding(place, 'value', 'holds a user name or a password', 'public keys need none: leave them out')];
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')))) return [];
  return [
    finding(
      place,
      'value',
      'is not https: whoever changes the keys on their way could sign tokens of anybody',
      'use https; http is for addresses of this machine only',
    ),
  ];
}

function checkKeys(keys: unknown, targets: readonly string[]): Finding[] {
  if (!Array.isArray(keys)) return [];
  if (keys.length === 0) {
    return [finding(['auth', 'keys'], 'value', 'is empty, so nobody could call', 'make one: waybill key create')];
  }
  const firstByHash = new Map<unknown, number>();
  return keys.flatMap((key: unknown, index) => {
    if (!isRecord(key)) return [];
    const place = ['auth', 'keys', index];
    const first = firstByHash.get(key.hash);
    if (first === undefined) firstByHash.set(key.hash, index);
    return [
      ...(first === undefined
        ? []
        : [finding([...place, 'hash'], 'value', `is the hash of key ${first}, too`, 'remove one of them')]),
      ...(key.id === ANONYMOUS.id
        ? [
            finding(
              [...place, 'id'],
              'value',
              `"${ANONYMOUS.id}" is who calls without authentication`,
              'choose another',
            ),
          ]
        : []),
      ...checkGrant(key, place, targets),
    ];
  });
}

function checkGrant(grant: unknown, place: ConfigPath, targets: readonly string[]): Finding[] {
  if (!isRecord(grant)) return [];
  return ['intents', 'domains', 'targets'].flatMap((name) => {
    const globs = grant[name];
    if (!Array.isArray(globs)) return [];
    return globs.flatMap((glob: unknown, index) =>
      typeof glob !== 'string' || glob === '' || canMatch(name, glob, targets)
        ? []
        : [finding([...place, name, index], 'value', `"${glob}" can never match one of the ${name} there are`)],
    );
  });
}

function canMatch(name: string, glob: string, targets: readonly string[]): boolean {
  return name === 'targets' ? targets.some(compileGlob(glob)) : (PATTERNS[name]?.test(glob) ?? true);
}
