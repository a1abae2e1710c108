import type { JsonObject } from '../../contracts/json.ts';

/** One configured target; its options were checked against the schema of its kind. */
export interface TargetSettings {
  readonly name: string;
  readonly kind: string;
  readonly options: JsonObject;
}

export interface RouteSettings {
  readonly type: string;
  readonly subType?: string;
  readonly domain?: string;
  readonly target: string;
  readonly timeoutMs: number;
}

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly allowUnauthenticatedNetwork: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

export interface ContextSettings {
  readonly maxAgeMs: number;
  readonly clockSkewMs: number;
  readonly hashDigits: number;
  readonly legacyIds: boolean;
  readonly domains: ReadonlyMap<string, { readonly maxAgeMs: number }>;
}

export interface PrecheckSettings {
  readonly objectiveMs: number;
  readonly limitMs: number;
  readonly limitMsByType: ReadonlyMap<string, number>;
}

export interface LimitSettings {
  readonly bodyBytes: number;
  readonly bodyMs: number;
  readonly shutdownMs: number;
}

/** The whole configuration after parsing: every default filled in, every name checked. */
export interface Settings {
  readonly development: boolean;
  readonly listen: ListenSettings;
  readonly context: ContextSettings;
  readonly precheck: PrecheckSettings;
  readonly limits: LimitSettings;
  /** The first signs and seals, all verify and unseal; each holds 32 bytes or more. */
  readonly secrets: readonly Uint8Array[];
  readonly targets: readonly TargetSettings[];
  /** Empty: each target's own intent keys are routed to it. */
  readonly routes: readonly RouteSettings[];
}
