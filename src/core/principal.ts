import type { JsonObject } from '../../contracts/json.ts';
import { EVERYTHING, NOTHING, type Permissions } from './permissions.ts';

/** Who calls: found by the transport before it hands a request over. */
export interface Principal {
  readonly id: string;
  /** What the authentication says of it, for policies: `{"tier": "gold"}`. */
  readonly attributes: JsonObject;
  readonly permissions: Permissions;
}

/** Without authentication everyone is the same principal, and may do everything. */
export const ANONYMOUS: Principal = { id: 'anonymous', attributes: {}, permissions: EVERYTHING };

/** Who calls where that was not found out: what is refused before may be answered, but nothing may be done for it. */
export const NOBODY: Principal = { id: 'anonymous', attributes: {}, permissions: NOTHING };
