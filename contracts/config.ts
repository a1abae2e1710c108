import Type, { type Static } from 'typebox';
import { AuditConfig } from './config/audit.ts';
import { AuthConfig } from './config/auth.ts';
import { GuardsConfig } from './config/guards.ts';
import { NonceConfig, RouteNonce } from './config/nonce.ts';
import { OutboundConfig } from './config/outbound.ts';
import { PoliciesConfig } from './config/policies.ts';
import { ReceiptsConfig } from './config/receipts.ts';
import { TARGET_GATE_KEYS } from './config/target-gate.ts';
import { DOMAIN_PATTERN } from './minting.ts';
import { MAX_WAIT_MS } from './resource.ts';

const Milliseconds = (minimum: number, maximum: number, byDefault: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, default: byDefault, description: `${description} (milliseconds)` }));

const Listen = Type.Object(
  {
    host: Type.Optional(Type.String({ default: '127.0.0.1', description: 'Address to listen on.' })),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535, default: 8080, description: '0: any free port.' })),
    allow_unauthenticated_network: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Says in so many words that anyone who reaches the port may act: needed to listen beyond loopback without authentication.',
      }),
    ),
    allowed_hosts: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Host names that requests may be addressed to, ports left out; loopback names always are. Stops DNS rebinding.',
      }),
    ),
    allowed_origins: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Web origins (https://app.example) whose pages may call; none by default. Requests without Origin are not from a page.',
      }),
    ),
    internal: Type.Optional(
      Type.String({
        pattern: '^.+:\\d{1,5}$',
        description:
          'Address and port at which other replicas reach this one (10.0.0.5:8081), and nobody else: a listener of its own.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Ids carry the minute in which they were minted: with a shorter life they could be born expired. */
const LEAST_AGE_MS = 60_000;
const MOST_AGE_MS = 86_400_000;

/** Without a default of its own: a domain that says nothing has the age of `context.max_age_ms`. */
const DomainContext = Type.Object(
  {
    max_age_ms: Type.Optional(
      Type.Integer({
        minimum: LEAST_AGE_MS,
        maximum: MOST_AGE_MS,
        description: 'How old the ids of this domain may be (milliseconds)',
      }),
    ),
  },
  { additionalProperties: false },
);

const Context = Type.Object(
  {
    max_age_ms: Milliseconds(
      LEAST_AGE_MS,
      MOST_AGE_MS,
      300_000,
      'How old a context id may be, from the start of the minute in which it was minted',
    ),
    clock_skew_ms: Milliseconds(0, 3_600_000, 30_000, 'How far in the future a context id may lie'),
    hash_digits: Type.Optional(
      Type.Integer({ minimum: 16, maximum: 64, default: 16, description: 'Hex digits of the hash in a context id.' }),
    ),
    legacy_ids: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also accept ids with 6 hash digits or an 8-digit UTC date as timestamp.',
      }),
    ),
    domains: Type.Optional(Type.Record(Type.String(), DomainContext)),
  },
  { additionalProperties: false },
);

const Precheck = Type.Object(
  {
    objective_ms: Milliseconds(1, 60_000, 50, 'What one look should take; misses are counted in the metrics'),
    limit_ms: Milliseconds(1, 60_000, 1000, 'What one look may take'),
    types: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            limit_ms: Type.Integer({
              minimum: 1,
              maximum: 60_000,
              description: 'What one look at this resource type may take (milliseconds)',
            }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

const Limits = Type.Object(
  {
    body_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 268_435_456,
        default: 1_048_576,
        description: 'How large a request may be.',
      }),
    ),
    connections: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        default: 10_000,
        description: 'How many connections may be open, WebSockets included; more are closed as they come.',
      }),
    ),
    header_bytes: Type.Optional(
      Type.Integer({
        minimum: 4096,
        maximum: 1_048_576,
        default: 16_384,
        description: 'How large the head of a request may be, its path included.',
      }),
    ),
    header_count: Type.Optional(
      Type.Integer({ minimum: 16, maximum: 4096, default: 256, description: 'How many headers a request may have.' }),
    ),
    body_ms: Milliseconds(1000, 600_000, 30_000, 'Time in which a whole request must have arrived'),
    shutdown_ms: Milliseconds(0, 600_000, 10_000, 'Time that running requests are given at the end'),
    in_flight_per_principal: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 512,
        description: 'How many requests one caller may have under way, over all its connections.',
      }),
    ),
    event_loop_delay_ms: Milliseconds(
      10,
      60_000,
      250,
      'How late the process may be before it sheds low priority; at twice this normal, at four times high',
    ),
  },
  { additionalProperties: false },
);

const Count = (maximum: number, byDefault: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: byDefault, description }));

const WebSocketConfig = Type.Object(
  {
    frame_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 268_435_456,
        default: 1_048_576,
        description: 'How large a frame from a client may be.',
      }),
    ),
    in_flight: Count(65_536, 256, 'How many requests may be under way on one connection.'),
    send_buffer_bytes: Type.Optional(
      Type.Integer({
        minimum: 65_536,
        maximum: 1_073_741_824,
        default: 8_388_608,
        description: 'What may wait for a client that reads slowly, before it is cut off.',
      }),
    ),
    heartbeat_ms: Milliseconds(
      1000,
      600_000,
      30_000,
      'How often a connection is pinged; one that has answered nothing by the next ping is cut off',
    ),
  },
  { additionalProperties: false },
);

const Polling = Type.Object(
  {
    user_agents: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        default: ['ThsDesktop'],
        description: 'Parts of a User-Agent by which GET /mcp sends a client to long polling; case does not matter.',
      }),
    ),
    max_wait_ms: Milliseconds(0, 300_000, 30_000, 'The longest that a poll is held, whatever it prefers'),
    running: Count(100_000, 1000, 'How many exchanges may be under way.'),
    kept: Count(100_000, 1000, 'How many finished exchanges are kept; the oldest go first.'),
    keep_ms: Milliseconds(1000, 86_400_000, 300_000, 'How long a finished exchange is kept'),
  },
  { additionalProperties: false },
);

const V1Action = Type.Object(
  {
    intent: Type.String({ minLength: 1, description: 'The intent key that the action becomes.' }),
    resource: Type.Optional(
      Type.Object(
        {
          type: Type.String({ minLength: 1, description: 'Resource type of the selector or target.' }),
          state: Type.String({ minLength: 1, description: 'The state it must be in.' }),
          wait_ms: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_WAIT_MS,
              description: 'How long that state is waited for; left out: not at all (milliseconds)',
            }),
          ),
        },
        { additionalProperties: false, description: 'The resource that the selector or target becomes.' },
      ),
    ),
    selector_as: Type.Optional(
      Type.String({ minLength: 1, description: 'Payload property that the selector or target becomes.' }),
    ),
    args: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        description: 'Payload property by name of the argument; arguments not named here keep their name.',
      }),
    ),
    payload: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Payload properties that the action stands for; arguments of the client win.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type V1Action = Static<typeof V1Action>;

const V1 = Type.Object(
  {
    domain: Type.Optional(
      Type.String({
        pattern: DOMAIN_PATTERN,
        default: 'v1',
        description:
          'Context domain of the requests that v1 actions become: 1 to 64 letters, digits, _, - and .; neither - nor . at its ends.',
      }),
    ),
    actions: Type.Optional(
      Type.Record(Type.String(), V1Action, { description: 'Actions beside the built-in ones, which they override.' }),
    ),
  },
  { additionalProperties: false, description: 'Opens the door for the old action style; left out, it is closed.' },
);

const RouteConfig = Type.Object(
  {
    match: Type.Object(
      {
        type: Type.String({ minLength: 1, description: 'Intent type; * stands for any run of characters.' }),
        sub_type: Type.Optional(Type.String({ minLength: 1, description: 'With * as above; left out: any.' })),
        domain: Type.Optional(
          Type.String({ minLength: 1, description: 'Context domain, with * as above; left out: any.' }),
        ),
      },
      { additionalProperties: false },
    ),
    target: Type.String({ minLength: 1, description: 'A name under `adapters`, or `system`.' }),
    timeout_ms: Milliseconds(
      1,
      3_600_000,
      30_000,
      'The longest that a request may take; its own timeout_ms may shorten it',
    ),
    nonce: Type.Optional(RouteNonce),
  },
  { additionalProperties: false },
);
export type RouteConfig = Static<typeof RouteConfig>;

/** The target that is always there, without an entry under `adapters`. */
export const SYSTEM_TARGET = 'system';

/** `waybill.yaml`. A target's own options are checked against the schema that its adapter kind brings. */
export const Config = Type.Object(
  {
    development: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Allows a random secret, the demo site and system.fail. Never in production.',
      }),
    ),
    listen: Type.Optional(Listen),
    context: Type.Optional(Context),
    auth: Type.Optional(AuthConfig),
    replicas: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 1,
        description: 'How many processes serve with this configuration; more than one need listen.internal.',
      }),
    ),
    replica: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'What this process is called in audit lines and receipts; left out: the name of its host.',
      }),
    ),
    audit: Type.Optional(AuditConfig),
    receipts: Type.Optional(ReceiptsConfig),
    precheck: Type.Optional(Precheck),
    limits: Type.Optional(Limits),
    outbound: Type.Optional(OutboundConfig),
    websocket: Type.Optional(WebSocketConfig),
    polling: Type.Optional(Polling),
    nonce: Type.Optional(NonceConfig),
    v1: Type.Optional(V1),
    adapters: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9_-]{0,62}$' }),
        Type.Object({ kind: Type.String({ description: 'Adapter kind of the target.' }), ...TARGET_GATE_KEYS }),
        {
          description: 'Targets by name.',
        },
      ),
    ),
    routes: Type.Optional(
      Type.Array(RouteConfig, {
        description:
          "First match wins. Without any, each target's own intent keys are routed to it; `system` always is.",
      }),
    ),
    policies: Type.Optional(PoliciesConfig),
    guards: Type.Optional(GuardsConfig),
  },
  { additionalProperties: false, title: 'Waybill configuration' },
);
export type Config = Static<typeof Config>;
