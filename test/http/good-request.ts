import type { WaybillRequest } from '../../contracts/request.ts';
import type { Settings } from '../../src/config/settings.ts';
import { openContextIds } from '../../src/core/context-ids.ts';

export const CAPABILITIES: WaybillRequest['client_capabilities'] = {
  browser: 'none',
  os: 'linux',
  arch: 'x64',
  execution_context: 'isolated',
  supports_streaming: false,
  max_payload_size: 1_048_576,
  preferred_encoding: 'none',
  supported_actions: ['echo', 'sleep', 'describe', 'fail', 'act'],
  context_schema_version: '2.0',
};

export interface IdWishes {
  readonly domain?: string;
  readonly businessKey?: string;
  readonly principal?: string;
  readonly sequence?: string;
  /** How long ago it was minted; below zero: in the future. */
  readonly agoMs?: number;
  readonly secrets?: readonly Uint8Array[];
}

/** A context id as the service itself would mint it, or one with something wrong about it. */
export function mintId(settings: Settings, wishes: IdWishes = {}): string {
  const { domain = 'login-flow', businessKey = 'user_1', principal = 'anonymous', agoMs = 0 } = wishes;
  const ids = openContextIds(wishes.secrets ?? settings.secrets, settings.context, () => Date.now() - agoMs);
  return ids.mint(domain, { businessKey, principal }, wishes.sequence).id;
}

/** A request that is fulfilled: what each test takes its one change from. */
export function goodRequest(settings: Settings, key = 'system.echo', id: IdWishes = {}): WaybillRequest {
  const [type = '', subType = ''] = key.split('.');
  return {
    client_capabilities: { ...CAPABILITIES },
    intent: { type, sub_type: subType },
    context: { id: mintId(settings, id), business_key: id.businessKey ?? 'user_1' },
    resources: [],
    payload: {},
  };
}
