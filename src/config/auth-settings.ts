import type { JsonObject } from '../../contracts/json.ts';
import type { Privilege } from '../core/permissions.ts';

/** What one key or scope allows, as globs; without domains or targets: any. */
export interface GrantSettings {
  readonly intents: readonly string[];
  readonly domains?: readonly string[];
  readonly targets?: readonly string[];
  readonly may: readonly Privilege[];
}

export interface ApiKeySettings {
  readonly id: string;
  /** SHA-256 of the key, as lower-case hex. */
  readonly sha256: string;
  readonly attributes: JsonObject;
  readonly grant: GrantSettings;
}

export interface JwtSettings {
  readonly mode: 'jwt';
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly clockSkewMs: number;
  readonly principalClaim: string;
  /** Claim by name of the attribute. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly scopes: ReadonlyMap<string, GrantSettings>;
}

export type AuthSettings =
  | { readonly mode: 'none' }
  | { readonly mode: 'api_key'; readonly keys: readonly ApiKeySettings[] }
  | JwtSettings;
