import Type, { type Static } from 'typebox';
import { AuditConfig } from './config/audit.ts';
import { AuthConfig } from './config/auth.ts';
import { ContextConfig } from './config/context.ts';
import { GuardsConfig } from './config/guards.ts';
import { LimitsConfig } from './config/limits.ts';
import { ListenConfig } from './config/listen.ts';
import { McpConfig } from './config/mcp.ts';
import { NAME_PATTERN } from './config/name-pattern.ts';
import { NonceConfig } from './config/nonce.ts';
import { OutboundConfig } from './config/outbound.ts';
import { PoliciesConfig } from './config/policies.ts';
import { PollingConfig } from './config/polling.ts';
import { PrecheckConfig } from './config/precheck.ts';
import { ReceiptsConfig } from './config/receipts.ts';
import { RoutesConfig } from './config/routes.ts';
import { TARGET_GATE_KEYS } from './config/target-gate.ts';
import { V1Config } from './config/v1.ts';
import { WebSocketConfig } from './config/websocket.ts';
import { Whole } from './config/whole-numbers.ts';

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
    listen: Type.Optional(ListenConfig),
    context: Type.Optional(ContextConfig),
    auth: Type.Optional(AuthConfig),
    replicas: Whole(
      1,
      1000,
      1,
      'How many processes serve with this configuration; more than one need listen.internal.',
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
    precheck: Type.Optional(PrecheckConfig),
    limits: Type.Optional(LimitsConfig),
    outbound: Type.Optional(OutboundConfig),
    websocket: Type.Optional(WebSocketConfig),
    polling: Type.Optional(PollingConfig),
    nonce: Type.Optional(NonceConfig),
    mcp: Type.Optional(McpConfig),
    v1: Type.Optional(V1Config),
    adapters: Type.Optional(
      Type.Record(
        Type.String({ pattern: NAME_PATTERN }),
        Type.Object({ kind: Type.String({ description: 'Adapter kind of the target.' }), ...TARGET_GATE_KEYS }),
        {
          description: 'Targets by name.',
        },
      ),
    ),
    routes: Type.Optional(RoutesConfig),
    policies: Type.Optional(PoliciesConfig),
    guards: Type.Optional(GuardsConfig),
  },
  { additionalProperties: false, title: 'Waybill configuration' },
);
export type Config = Static<typeof Config>;
