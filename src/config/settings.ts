import type { NONCE_STORES } from '../../contracts/config/nonce.ts';
import type { V1Action } from '../../contracts/config/v1.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { PrecheckPolicy } from '../core/core.ts';
import type { GateSettings } from '../core/gate/gate-settings.ts';
import type { PolicyRule } from '../core/policies/policy.ts';
import type { ReceiptPolicy } from '../core/receipts/receipt-signer.ts';
import type { RouteRule } from '../core/route-table.ts';
import type { ToolPolicy } from '../core/tools/tool.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { HostPort } from './host-port.ts';

/** As `GateSettings`; without `concurrency` a target has what its kind bears. */
export type TargetGateSettings = Omit<GateSettings, 'concurrency'> & Partial<Pick<GateSettings, 'concurrency'>>;

/** One configured target; its options were checked against the schema of its kind. */
export interface TargetSettings {
  readonly name: string;
  readonly kind: string;
  readonly options: JsonObject;
  /** Left out: every default. */
  readonly gate?: TargetGateSettings;
}

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly allowUnauthenticatedNetwork: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Where other replicas reach this one; left out: there are none. Port 0 is any free one. */
  readonly internal?: HostPort;
}

export interface ContextSettings {
  readonly maxAgeMs: number;
  readonly clockSkewMs: number;
  readonly hashDigits: number;
  readonly legacyIds: boolean;
  readonly domains: ReadonlyMap<string, { readonly maxAgeMs: number }>;
}

export interface LimitSettings {
  readonly bodyBytes: number;
  readonly bodyMs: number;
  readonly connections: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly shutdownMs: number;
  readonly inFlightPerPrincipal: number;
  readonly eventLoopDelayMs: number;
}

export interface OutboundSettings {
  /** Ranges, addresses and host names that are open beside the public internet. */
  readonly allow: readonly string[];
}

export interface WebSocketSettings {
  readonly frameBytes: number;
  readonly inFlight: number;
  readonly sendBufferBytes: number;
  readonly heartbeatMs: number;
}

export interface PollingSettings {
  readonly userAgents: readonly string[];
  readonly maxWaitMs: number;
  readonly running: number;
  readonly kept: number;
  readonly keepMs: number;
}

export interface NonceSettings {
  readonly store: (typeof NONCE_STORES)[number];
  /** Of the Redis; may hold a password. */
  readonly url?: string;
  readonly ttlMs: number;
  readonly answerBytes: number;
}

export interface V1Settings {
  readonly domain: string;
  readonly actions: ReadonlyMap<string, V1Action>;
}

export interface AuditSettings {
  /** `stdout`, or a file. */
  readonly to: string;
}

/** One configured guard; its options were checked against the schema of its kind. */
export interface GuardSettings {
  readonly name: string;
  readonly kind: string;
  readonly timeoutMs: number;
  readonly options: JsonObject;
}

/** The whole configuration after parsing: every default filled in, every name checked. */
export interface Settings {
  readonly development: boolean;
  readonly listen: ListenSettings;
  readonly context: ContextSettings;
  readonly auth: AuthSettings;
  readonly precheck: PrecheckPolicy;
  readonly limits: LimitSettings;
  readonly outbound: OutboundSettings;
  readonly webSocket: WebSocketSettings;
  readonly polling: PollingSettings;
  /** Left out: the name of the host. */
  readonly replica?: string;
  /** Left out: acts are not written down. */
  readonly audit?: AuditSettings;
  readonly nonce: NonceSettings;
  /** Left out: outcomes carry no receipt. */
  readonly receipts?: ReceiptPolicy;
  readonly mcp: ToolPolicy;
  /** Left out: the v1 door is closed. */
  readonly v1?: V1Settings;
  /** The first signs and seals, all verify and unseal; each holds 32 bytes or more. */
  readonly secrets: readonly Uint8Array[];
  readonly targets: readonly TargetSettings[];
  /** Empty: each target's own intent keys are routed to it. */
  readonly routes: readonly RouteRule[];
  readonly policies: readonly PolicyRule[];
  readonly guards: readonly GuardSettings[];
  /** The folder of the configuration file: relative paths in it start from there. */
  readonly folder: string;
}
