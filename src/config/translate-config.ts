import type { Config } from '../../contracts/config.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { ListenSettings, RouteSettings, Settings, TargetSettings } from './settings.ts';

type Section<Key extends keyof Config> = Required<NonNullable<Config[Key]>>;

/** The configuration once ajv has filled in the schema's defaults: only lists and maps may still be left out. */
export interface FilledConfig {
  readonly development: boolean;
  readonly listen: Omit<Section<'listen'>, 'allowed_hosts' | 'allowed_origins'> &
    Pick<NonNullable<Config['listen']>, 'allowed_hosts' | 'allowed_origins'>;
  readonly context: Omit<Section<'context'>, 'domains'> & Pick<NonNullable<Config['context']>, 'domains'>;
  readonly precheck: Omit<Section<'precheck'>, 'types'> & Pick<NonNullable<Config['precheck']>, 'types'>;
  readonly limits: Section<'limits'>;
  readonly adapters?: Readonly<Record<string, { readonly kind: string } & JsonObject>>;
  readonly routes?: readonly (NonNullable<Config['routes']>[number] & { readonly timeout_ms: number })[];
}

/** A checked configuration, in the words of the code. */
export function translateConfig(config: FilledConfig, secrets: readonly Uint8Array[]): Settings {
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
    precheck: {
      objectiveMs: precheck.objective_ms,
      limitMs: precheck.limit_ms,
      limitMsByType: new Map(Object.entries(precheck.types ?? {}).map(([type, policy]) => [type, policy.limit_ms])),
    },
    limits: { bodyBytes: limits.body_bytes, bodyMs: limits.body_ms, shutdownMs: limits.shutdown_ms },
    secrets,
    targets: Object.entries(config.adapters ?? {}).map(translateTarget),
    routes: (config.routes ?? []).map(translateRoute),
  };
}

function translateListen(listen: FilledConfig['listen']): ListenSettings {
  return {
    host: listen.host,
    port: listen.port,
    allowUnauthenticatedNetwork: listen.allow_unauthenticated_network,
    allowedHosts: listen.allowed_hosts ?? [],
    allowedOrigins: listen.allowed_origins ?? [],
  };
}

function translateTarget([name, { kind, ...options }]: [
  string,
  { readonly kind: string } & JsonObject,
]): TargetSettings {
  return { name, kind, options };
}

function translateRoute(route: NonNullable<FilledConfig['routes']>[number]): RouteSettings {
  const { type, sub_type: subType, domain } = route.match;
  return {
    type,
    ...(subType === undefined ? {} : { subType }),
    ...(domain === undefined ? {} : { domain }),
    target: route.target,
    timeoutMs: route.timeout_ms,
  };
}
