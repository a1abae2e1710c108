import type { TargetGate } from '../../contracts/config/target-gate.ts';
import type { Config } from '../../contracts/config.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { ReceiptPolicy } from '../core/receipts/receipt-signer.ts';
import type { RouteRule } from '../core/route-table.ts';
import type { ToolPolicy } from '../core/tools/tool.ts';
import { parseHostPort } from './host-port.ts';
import { kindOptions } from './kind-options.ts';
import { longestContextLifeMs, nonceStoreOf, nonceTtlMs } from './nonce-defaults.ts';
import type {
  LimitSettings,
  ListenSettings,
  NonceSettings,
  PollingSettings,
  Settings,
  TargetSettings,
  V1Settings,
  WebSocketSettings,
} from './settings.ts';
import { translateAuth } from './translate-auth.ts';
import { translateGate } from './translate-gate.ts';
import { type FilledGuard, translateGuard, translatePolicy } from './translate-policies.ts';

type FilledTarget = { readonly kind: string } & TargetGate & JsonObject;

type Section<Key extends keyof Config> = Required<NonNullable<Config[Key]>>;

/** The configuration once ajv has filled in the schema's defaults: only lists and maps may still be left out. */
export interface FilledConfig {
  readonly development: boolean;
  readonly listen: Omit<Section<'listen'>, 'allowed_hosts' | 'allowed_origins' | 'internal'> &
    Pick<NonNullable<Config['listen']>, 'allowed_hosts' | 'allowed_origins' | 'internal'>;
  readonly context: Omit<Section<'context'>, 'domains'> & Pick<NonNullable<Config['context']>, 'domains'>;
  readonly auth?: NonNullable<Config['auth']>;
  readonly precheck: Omit<Section<'precheck'>, 'types'> & Pick<NonNullable<Config['precheck']>, 'types'>;
  readonly limits: Section<'limits'>;
  readonly outbound?: Config['outbound'];
  readonly websocket: Section<'websocket'>;
  readonly polling: Section<'polling'>;
  readonly mcp: Omit<Section<'mcp'>, 'expose' | 'tasks'> & {
    readonly expose?: readonly string[];
    readonly tasks: {
      readonly after_ms: number;
      readonly always?: readonly string[];
      readonly required?: readonly string[];
    };
  };
  readonly replica?: string;
  readonly audit?: Section<'audit'>;
  readonly nonce: NonNullable<Config['nonce']> & { readonly answer_bytes: number };
  readonly replicas: number;
  readonly receipts?: NonNullable<Config['receipts']>;
  readonly v1?: Omit<Section<'v1'>, 'actions'> & Pick<NonNullable<Config['v1']>, 'actions'>;
  readonly adapters?: Readonly<Record<string, FilledTarget>>;
  readonly policies?: Config['policies'];
  readonly guards?: Readonly<Record<string, FilledGuard>>;
  readonly routes?: readonly (NonNullable<Config['routes']>[number] & {
    readonly timeout_ms: number;
    readonly nonce: 'optional' | 'required';
  })[];
}

/** A checked configuration, in the words of the code. */
export function translateConfig(config: FilledConfig, secrets: readonly Uint8Array[], folder: string): Settings {
  const { context, precheck, limits } = config;
  return {
    development: config.development,
    listen: translateListen(config.listen),
    context: {
      maxAgeMs: context.max_age_ms,
      clockSkewMs: context.clock_skew_ms,
      hashDigits: context.hash_digits,
      legacyIds: context.legacy_ids,
      domains: new Map(
        Object.entries(context.domains ?? {}).map(([domain, policy]) => [
          domain,
          { maxAgeMs: policy.max_age_ms ?? context.max_age_ms },
        ]),
      ),
    },
    auth: translateAuth(config.auth),
    precheck: {
      objectiveMs: precheck.objective_ms,
      limitMs: precheck.limit_ms,
      limitMsByType: new Map(Object.entries(precheck.types ?? {}).map(([type, policy]) => [type, policy.limit_ms])),
    },
    limits: translateLimits(limits),
    outbound: { allow: config.outbound?.allow ?? [] },
    webSocket: translateWebSocket(config.websocket),
    polling: translatePolling(config.polling),
    mcp: translateMcp(config.mcp),
    ...(config.replica !== undefined && { replica: config.replica }),
    ...(config.audit !== undefined && { audit: config.audit }),
    nonce: translateNonce(config),
    ...(config.receipts !== undefined && { receipts: translateReceipts(config.receipts) }),
    ...(config.v1 !== undefined && { v1: translateV1(config.v1) }),
    secrets,
    targets: Object.entries(config.adapters ?? {}).map(translateTarget),
    routes: (config.routes ?? []).map(translateRoute),
    policies: (config.policies ?? []).map(translatePolicy),
    guards: Object.entries(config.guards ?? {}).map(translateGuard),
    folder,
  };
}

function translateListen(listen: FilledConfig['listen']): ListenSettings {
  const internal = listen.internal === undefined ? undefined : parseHostPort(listen.internal);
  return {
    host: listen.host,
    port: listen.port,
    allowUnauthenticatedNetwork: listen.allow_unauthenticated_network,
    allowedHosts: listen.allowed_hosts ?? [],
    allowedOrigins: listen.allowed_origins ?? [],
    ...(internal !== undefined && { internal }),
  };
}

function translateLimits(limits: FilledConfig['limits']): LimitSettings {
  return {
    bodyBytes: limits.body_bytes,
    bodyMs: limits.body_ms,
    connections: limits.connections,
    headerBytes: limits.header_bytes,
    headerCount: limits.header_count,
    shutdownMs: limits.shutdown_ms,
    inFlightPerPrincipal: limits.in_flight_per_principal,
    eventLoopDelayMs: limits.event_loop_delay_ms,
  };
}

function translateWebSocket(webSocket: FilledConfig['websocket']): WebSocketSettings {
  return {
    frameBytes: webSocket.frame_bytes,
    inFlight: webSocket.in_flight,
    sendBufferBytes: webSocket.send_buffer_bytes,
    heartbeatMs: webSocket.heartbeat_ms,
  };
}

function translatePolling(polling: FilledConfig['polling']): PollingSettings {
  return {
    userAgents: polling.user_agents,
    maxWaitMs: polling.max_wait_ms,
    running: polling.running,
    kept: polling.kept,
    keepMs: polling.keep_ms,
  };
}

function translateMcp({
  url,
  domain,
  expose,
  hide = [],
  find_above: findAbove,
  tasks,
}: FilledConfig['mcp']): ToolPolicy {
  const { after_ms: afterMs, always = [], required = [] } = tasks;
  return {
    ...(url !== undefined && { url }),
    domain,
    ...(expose !== undefined && { expose }),
    hide,
    findAbove,
    tasks: { afterMs, always, required },
  };
}

function translateNonce({ nonce, replicas, context }: FilledConfig): NonceSettings {
  return {
    store: nonceStoreOf(nonce.store, replicas),
    ...(nonce.url !== undefined && { url: nonce.url }),
    ttlMs: nonceTtlMs(nonce.ttl_ms, longestContextLifeMs(context)),
    answerBytes: nonce.answer_bytes,
  };
}

function translateV1({ domain, actions = {} }: NonNullable<FilledConfig['v1']>): V1Settings {
  return { domain, actions: new Map(Object.entries(actions)) };
}

function translateReceipts({ key, key_id: keyId, retired = [] }: NonNullable<Config['receipts']>): ReceiptPolicy {
  return { key, ...(keyId !== undefined && { keyId }), retired: retired.map(({ x, kid }) => ({ x, kid })) };
}

function translateTarget([name, target]: [string, FilledTarget]): TargetSettings {
  return { name, kind: target.kind, options: kindOptions(target), gate: translateGate(target) };
}

function translateRoute(route: NonNullable<FilledConfig['routes']>[number]): RouteRule {
  const { type, sub_type: subType, domain } = route.match;
  return {
    type,
    ...(subType === undefined ? {} : { subType }),
    ...(domain === undefined ? {} : { domain }),
    target: route.target,
    timeoutMs: route.timeout_ms,
    ...(route.nonce === 'required' && { nonce: route.nonce }),
  };
}
