import { hash } from 'node:crypto';
import type { ApiKeySettings, AuthSettings, GrantSettings } from '../../src/config/auth-settings.ts';

/** A key of this principal: long enough, and the same in every run. */
export const keyOf = (id: string): string => `wbk_${hash('sha256', `key of ${id}`, 'base64url')}`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Settings of one key, by `keyOf`; may do everything unless it says otherwise. */
export function apiKey(id: string, grant: Partial<GrantSettings> = {}, attributes = {}): ApiKeySettings {
  return { id, sha256: hash('sha256', keyOf(id)), attributes, grant: { intents: ['*'], may: [], ...grant } };
}

export const apiKeys = (...keys: readonly ApiKeySettings[]): { readonly auth: AuthSettings } => ({
  auth: { mode: 'api_key', keys },
});
