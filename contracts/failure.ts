import Type, { type Static } from 'typebox';
import type { JsonValue } from './json.ts';

/** Who has to change something for the next try to succeed. */
export type Blame = 'caller' | 'upstream' | 'service';

export interface FailureFacts {
  /** HTTP status when nothing was done. */
  readonly http: number;
  /** HTTP status once something was, or may have been, done. */
  readonly httpAfterActing: number;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly blame: Blame;
}

const refused = (http: number, blame: Blame = 'caller'): FailureFacts => ({
  http,
  httpAfterActing: 200,
  retryable: false,
  blame,
});
/** Only 429 and 503 promise that nothing was done, so a gateway may retry them; after acting they answer 200. */
const later = (http: 429 | 503, blame: Blame): FailureFacts => ({ http, httpAfterActing: 200, retryable: true, blame });
/** The status tells what went wrong; `effect` tells what had happened by then. */
const broke = (http: number, blame: Blame, retryable = false): FailureFacts => ({
  http,
  httpAfterActing: http,
  retryable,
  blame,
});

/** Every way in which a request can fail. Kinds may be added, never renamed: they are error codes and metric labels. */
export const FAILURES = {
  invalid_request: refused(400),
  missing_capability: refused(400),
  unsupported_schema_version: refused(400),
  context_malformed: refused(400),
  unauthenticated: refused(401),
  forbidden: refused(403),
  context_hash_mismatch: refused(403),
  guard_denied: refused(403),
  guard_challenge: refused(403),
  approval_denied: refused(403),
  approval_invalid: refused(403),
  no_route: refused(404),
  not_found: refused(404),
  method_not_allowed: refused(405),
  action_not_supported: refused(409),
  resource_missing: refused(409),
  resource_state_mismatch: refused(409),
  context_not_active: refused(409),
  nonce_replayed: refused(409),
  nonce_conflict: refused(409),
  context_expired: refused(410),
  owner_lost: broke(410, 'service'),
  payload_too_large: refused(413),
  unsupported_media_type: refused(415),
  payload_invalid: refused(422),
  approval_required: refused(428),
  input_required: refused(428),
  headers_too_large: refused(431),
  rate_limited: later(429, 'caller'),
  cancelled: broke(499, 'caller'),
  adapter_failed: broke(502, 'upstream'),
  adapter_misbehaved: broke(502, 'upstream'),
  overloaded: later(503, 'service'),
  adapter_unavailable: later(503, 'upstream'),
  precheck_timeout: later(503, 'upstream'),
  nonce_unavailable: later(503, 'service'),
  owner_unreachable: later(503, 'service'),
  deadline_exceeded: broke(504, 'upstream', true),
  internal: broke(500, 'service'),
  postcondition_contradicted: broke(200, 'upstream'),
} as const satisfies Record<string, FailureFacts>;

export type FailureKind = keyof typeof FAILURES;

/** The kinds in table order. */
export const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[]; // `as`: Object.keys of a literal returns its keys

/** An expected failure: a value that is returned, never thrown. */
export interface Failure {
  readonly kind: FailureKind;
  /** What was expected, what was found, and what to do. Never holds secrets. */
  readonly message: string;
  /** The field that is at fault, as a dotted path. */
  readonly field?: string;
  readonly hint?: string;
  readonly retryAfterMs?: number;
  readonly details?: { readonly [key: string]: JsonValue };
}

export function failure(kind: FailureKind, message: string, more: Omit<Failure, 'kind' | 'message'> = {}): Failure {
  return { kind, message, ...more };
}

export function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    Object.hasOwn(FAILURES, value.kind)
  );
}

/** One thing that is wrong with a request; all of them are listed in `details.problems` at once. */
export const Problem = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer (RFC 6901) into the request.' }),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
  },
  { additionalProperties: false, title: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** `outcome.error`: a failure as the caller sees it. */
export const OutcomeError = Type.Object(
  {
    code: Type.Enum(FAILURE_KINDS, { description: 'The failure kind.' }),
    message: Type.String(),
    field: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
    recoverable: Type.Boolean({
      description: 'True: nothing was done, and the same request may succeed later, unchanged.',
    }),
    retry_after_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false, title: 'Error' },
);
export type OutcomeError = Static<typeof OutcomeError>;
