import type { FailureKind } from '../../contracts/failure.ts';

/** What each failure kind means and what helps, for people. The facts (status, retry, blame) stand in the contracts. */
export const FAILURE_MEANINGS = {
  invalid_request:
    'The body is not JSON, or not a request of this contract. `details.problems` lists everything that is wrong; mend it all at once.',
  missing_capability: 'A required part of `client_capabilities` is missing. The message names it.',
  unsupported_schema_version:
    '`context_schema_version` names a version that this service does not read. The message lists those that it does.',
  context_malformed: 'The context id cannot be read, or lies in the future. Mint a new one.',
  unauthenticated:
    'The caller has not proven who it is: no key or token came, or one that is changed, expired or of another service. The message says which.',
  forbidden:
    'The caller may not do this: address the service by this host name, call from this web origin, do this intent in this domain at this target, ask for an explanation, or send a page to an address that its target does not allow.',
  context_hash_mismatch:
    'Something that the context id binds was changed: domain, time, sequence, business key or caller. Send the id with what it was minted for.',
  guard_denied: 'A guard refused the action. The message says which, and why.',
  guard_challenge: 'A guard wants more before it lets the action through. `details` says what.',
  approval_denied: 'The action needed an approval, and the answer was no.',
  approval_invalid: 'The approval is for another action, has expired, or was used before.',
  no_route: 'No target takes this intent. The message lists the nearest intent keys.',
  not_found: 'There is no such path, ticket or page.',
  method_not_allowed: 'The path exists, for other methods. The header `Allow` lists them.',
  action_not_supported: "The client's `supported_actions` lack an action that the intent takes.",
  resource_missing: 'The intent cannot do without a resource of a type that was not declared. Declare it.',
  resource_state_mismatch:
    'A resource is not in the state that the request relies on. `details.resources` holds expected, actual and near candidates; nothing was touched.',
  context_not_active: 'The context is suspended, completed or cancelled. Only an active one may act.',
  nonce_replayed: 'The same action was sent under this nonce before. Read what came of it; do not repeat it.',
  nonce_conflict: 'The nonce was used for another action. Use a new one.',
  context_expired: 'The context id is older than allowed. Mint a new one.',
  owner_lost:
    'The replica that ran the exchange is gone. What came of the action is unknown: look before repeating it.',
  payload_too_large: 'The body is larger than allowed. `details` holds the limit and the size.',
  unsupported_media_type: 'The body is not `application/vnd.mcp.v2+json` or `application/json`.',
  payload_invalid:
    "The payload does not fit the intent's own schema. `details.problems` lists everything that is wrong.",
  approval_required: 'The action needs an approval. The answer holds the plan and a token to approve it with.',
  input_required:
    'What stands behind the target asks the caller something, as `details.requests` says, and nothing was done yet. A client of the Model Context Protocol that can be asked is asked.',
  headers_too_large: 'The request has more or longer headers than are taken. The message says which limit it is.',
  rate_limited: 'Too many requests. Nothing was done; wait for `Retry-After`.',
  cancelled: 'The request was cancelled. `effect` says what had happened by then.',
  adapter_failed: 'The upstream failed. `effect` says what may have happened.',
  adapter_misbehaved: "The upstream's answer broke its own contract. `effect` says what may have happened.",
  overloaded: 'The service is too busy. Nothing was done; wait for `Retry-After`.',
  adapter_unavailable:
    'The upstream cannot be reached, or the issuer of tokens whose keys are needed. Nothing was done; wait for `Retry-After`.',
  precheck_timeout: 'A resource could not be looked at in time. Nothing was done.',
  nonce_unavailable: 'The store of nonces cannot be reached. Nothing was done.',
  owner_unreachable: 'The replica that runs the exchange cannot be reached. It may still run; ask again.',
  deadline_exceeded: 'The time ran out. `effect` says whether the action had been dispatched.',
  internal: 'A bug of this service. The message holds an error id that its log explains.',
  postcondition_contradicted:
    'The action was done, and the stated post-condition does not hold. `verification` holds expected and actual.',
} as const satisfies Record<FailureKind, string>;
