import Type, { type Static } from 'typebox';
import { ClientCapabilities } from './capabilities.ts';
import { Resource } from './resource.ts';

/** Versions of the request contract that this code reads; `client_capabilities.context_schema_version` names one. */
export const CONTEXT_SCHEMA_VERSIONS: readonly string[] = ['2.0'];

/** The last to be served first. */
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const MODES = ['execute', 'dry_run'] as const;
export const LIFECYCLES = ['active', 'suspended', 'completed', 'cancelled'] as const;

export const Intent = Type.Object(
  {
    type: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: '1 to 64 letters, digits, _ and -.',
      examples: ['ui_interaction'],
    }),
    sub_type: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_./-]{1,128}$',
        description: '1 to 128 letters, digits, _, -, . and /.',
        examples: ['click'],
      }),
    ),
    priority: Type.Optional(Type.Enum(PRIORITIES)),
    mode: Type.Optional(
      Type.Enum(MODES, {
        description: 'dry_run does everything up to and including the precheck, and acts on nothing.',
      }),
    ),
    timeout_ms: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_600_000, description: "Capped by the route's own time limit." }),
    ),
  },
  { additionalProperties: false, title: 'Intent' },
);
export type Intent = Static<typeof Intent>;

/**
 * What a header carries unchanged, bare or in quotes (RFC 9651), so that `Idempotency-Key` and `context.nonce` can say the
 * same: visible ASCII, no quotes, no backslash, no space.
 */
export const NONCE_PATTERN = '^[!#-\\[\\]-~]{1,128}$';

export const ContextClaim = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 256 }),
    parent_id: Type.Optional(
      Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
        description: 'The previous step\'s id; null (or the string "null") at the first step.',
      }),
    ),
    lifecycle: Type.Optional(Type.Enum(LIFECYCLES)),
    business_key: Type.String({ minLength: 1, maxLength: 256, examples: ['user_123'] }),
    nonce: Type.Optional(
      Type.String({
        pattern: NONCE_PATTERN,
        description:
          'Makes the action single-use: 1 to 128 visible ASCII characters but quotes and backslash, new for every action; the same again gets the first answer.',
        examples: ['01JDX5T1N6QW8J0VQ2B4C7Z9KM'],
      }),
    ),
  },
  { additionalProperties: false, title: 'Context' },
);
export type ContextClaim = Static<typeof ContextClaim>;

/** One self-contained request of contract version 2.0, stripped of its transport. */
export const WaybillRequest = Type.Object(
  {
    client_capabilities: ClientCapabilities,
    intent: Intent,
    context: ContextClaim,
    resources: Type.Array(Resource, { maxItems: 64 }),
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: "The data of the action, by the intent's own schema.",
    }),
  },
  { additionalProperties: false, title: 'Request' },
);
export type WaybillRequest = Static<typeof WaybillRequest>;

/** `type.sub_type`, or the type alone where there is no sub_type. */
export function intentKey(intent: Pick<Intent, 'type' | 'sub_type'>): string {
  return intent.sub_type === undefined ? intent.type : `${intent.type}.${intent.sub_type}`;
}

/** The parts of an intent key. An intent type holds no dot, so the first one ends it. */
export function splitIntentKey(key: string): Pick<Intent, 'type' | 'sub_type'> {
  const dot = key.indexOf('.');
  return dot < 0 ? { type: key } : { type: key.slice(0, dot), sub_type: key.slice(dot + 1) };
}
