import { dirname } from 'node:path';
import { Config } from '../../contracts/config.ts';
import { DOMAIN_PATTERN } from '../../contracts/minting.ts';
import { isRecord } from '../core/is-record.ts';
import { checkAuth } from './check-auth.ts';
import { checkGuards } from './check-guards.ts';
import { checkListen } from './check-listen.ts';
import { checkNonces } from './check-nonces.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkPolicies } from './check-policies.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkReplicas } from './check-replicas.ts';
import { checkRoutes } from './check-routes.ts';
import { checkSchema } from './check-schema.ts';
import { checkTargets, type KindOptions } from './check-targets.ts';
import { parseConfigDocument } from './config-document.ts';
import type { ConfigProblem } from './config-problem.ts';
import { configWarnings } from './config-warnings.ts';
import { type Finding, finding } from './finding.ts';
import { type Environment, interpolate } from './interpolate.ts';
import { type PlacedFile, placeFindings } from './place-findings.ts';
import { readSecrets } from './read-secrets.ts';
import type { Settings } from './settings.ts';
import { takeOutPrototypeKeys } from './take-out-prototype-keys.ts';
import { type FilledConfig, translateConfig } from './translate-config.ts';
import { takeOutUnbuilt } from './unbuilt-features.ts';

export interface ConfigOverrides {
  readonly development?: true;
  readonly host?: string;
  readonly port?: number;
}

export interface ConfigSource {
  /** The YAML file, as the user named it; left out: `config` is used. */
  readonly file?: { readonly name: string; readonly text: string };
  /** A configuration to start from where there is no file. */
  readonly config?: Config;
  readonly env: Environment;
  readonly kinds: KindOptions;
  /** What the command line sets; it wins over the file. */
  readonly overrides?: ConfigOverrides;
  /** Signs and seals where WAYBILL_SECRET is not set, in development only. */
  readonly developmentSecret?: Uint8Array;
  /** The same in any mode, where nobody but the process itself reads what it signs and seals. */
  readonly passingSecret?: Uint8Array;
}

export type LoadedConfig =
  | { readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly problems: readonly ConfigProblem[] };

/** Configuration text and environment to settings, or every problem there is at once. Reads no file and no process state. */
export function loadConfig(source: ConfigSource): LoadedConfig {
  if (source.file === undefined) return settle(source, structuredClone(source.config ?? {}), undefined);
  const parsed = parseConfigDocument(source.file.text, source.file.name);
  if ('problems' in parsed) return parsed;
  const { document } = parsed;
  const file = { document, interpolated: interpolate(document, source.env) };
  const config: unknown = document.root.toJS();
  if (isRecord(config)) return settle(source, config, file);
  const message = config === null ? 'the file is empty' : 'expected a mapping of sections at the top of the file';
  const hint = 'start with a section, such as: adapters: {}';
  return { problems: [{ where: `${document.file}:1:1`, pointer: '', message, hint }] };
}

function settle(source: ConfigSource, written: Record<string, unknown>, file: PlacedFile | undefined): LoadedConfig {
  const findings = [...takeOutPrototypeKeys(written), ...takeOutUnbuilt(written)];
  const config = withOverrides(written, source.overrides ?? {});
  findings.push(...checkConfig(config, source.kinds));
  const secrets = readSecrets({
    value: source.env.WAYBILL_SECRET,
    otherwise: source.passingSecret ?? (config.development === true ? source.developmentSecret : undefined),
  });
  const problems = [
    ...placeFindings(findings, file, Object.keys(source.overrides ?? {})),
    ...('problems' in secrets ? secrets.problems : []),
  ];
  if (problems.length > 0 || 'problems' in secrets) return { problems };
  // `as`: the schema check above found nothing wrong, and ajv filled in every default
  const settings = translateConfig(
    config as unknown as FilledConfig,
    secrets.secrets,
    dirname(source.file?.name ?? ''),
  );
  return { settings, warnings: configWarnings(settings, secrets.isRandom) };
}

function withOverrides(written: Record<string, unknown>, overrides: ConfigOverrides) {
  const { development, ...listen } = overrides;
  // Sections that are left out become empty ones, so that ajv fills in the defaults inside.
  const config: Record<string, unknown> = {
    listen: {},
    context: {},
    precheck: {},
    limits: {},
    websocket: {},
    polling: {},
    mcp: {},
    nonce: {},
    ...written,
  };
  if (isRecord(config.listen)) config.listen = { ...config.listen, ...listen };
  if (development === true) config.development = true;
  return config;
}

function checkConfig(config: Record<string, unknown>, kinds: KindOptions): Finding[] {
  return [
    ...checkSchema(config, Config, [], whereKeyBelongs),
    ...checkAuth(config.auth, config.adapters),
    ...checkListen(config.listen, config.auth),
    ...checkOutbound(config.outbound),
    ...checkReplicas(config),
    ...checkNonces(config),
    ...checkReceipts(config.receipts),
    ...checkDomains(config.context),
    ...checkTargets(config.adapters, kinds),
    ...checkRoutes(config.routes, config.adapters),
    ...checkPolicies(config.policies, config.guards),
    ...checkGuards(config.guards),
  ];
}

/** The section that knows this key, for a key that stands at the wrong level. */
function whereKeyBelongs(key: string): string | undefined {
  const sections = {
    listen: Config.properties.listen,
    context: Config.properties.context,
    limits: Config.properties.limits,
    outbound: Config.properties.outbound,
    websocket: Config.properties.websocket,
    polling: Config.properties.polling,
    mcp: Config.properties.mcp,
    nonce: Config.properties.nonce,
    precheck: Config.properties.precheck,
  };
  const entry = Object.entries(sections).find(([, { properties }]) => Object.hasOwn(properties, key));
  return entry === undefined ? undefined : `${entry[0]}.${key}`;
}

function checkDomains(context: unknown): Finding[] {
  if (!isRecord(context) || !isRecord(context.domains)) return [];
  return Object.keys(context.domains)
    .filter((domain) => !new RegExp(DOMAIN_PATTERN).test(domain))
    .map((domain) => {
      const message = `"${domain}" is no domain that a context id can have`;
      const hint = 'use 1 to 64 letters, digits, _, . or -, with no . or - at either end; patterns are for routes only';
      return finding(['context', 'domains', domain], 'key', message, hint);
    });
}
