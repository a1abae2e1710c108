// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the configuration language
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { testSettings } from '../open-test-service.ts';
import { load, SECRET } from './load-for-test.ts';

function settingsOf(text: string, more: Parameters<typeof load>[1] = {}): Settings {
  const loaded = load(text, more);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems, null, 2));
  return loaded.settings;
}

interface GoodRow {
  readonly because: string;
  readonly text: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly read: (settings: Settings) => unknown;
  readonly expected: unknown;
}

const ROWS: readonly GoodRow[] = [
  {
    because: 'an empty section gets its defaults',
    text: 'listen: {}',
    read: ({ listen }) => [listen.host, listen.port],
    expected: ['127.0.0.1', 8080],
  },
  {
    because: 'sections left out get theirs',
    text: 'adapters: {}',
    read: ({ limits }) => limits,
    expected: { ...testSettings().limits, eventLoopDelayMs: 500 },
  },
  {
    because: 'a context is valid for five minutes',
    text: 'adapters: {}',
    read: ({ context }) => [context.maxAgeMs, context.clockSkewMs, context.hashDigits, context.legacyIds],
    expected: [300_000, 30_000, 16, false],
  },
  {
    because: 'production is the default',
    text: 'adapters: {}',
    read: ({ development }) => development,
    expected: false,
  },
  {
    because: 'a domain has its own age, or the general one',
    text: 'context: { max_age_ms: 60000, domains: { login-flow: { max_age_ms: 120000 }, other: {} } }',
    read: ({ context }) => [...context.domains],
    expected: [
      ['login-flow', { maxAgeMs: 120_000 }],
      ['other', { maxAgeMs: 60_000 }],
    ],
  },
  {
    because: 'a resource type has its own limit',
    text: 'precheck: { types: { game_object: { limit_ms: 300 } } }',
    read: ({ precheck }) => [precheck.objectiveMs, precheck.limitMs, [...precheck.limitMsByType]],
    expected: [50, 1000, [['game_object', 300]]],
  },
  {
    because: 'a target keeps its options',
    text: 'adapters: { web: { kind: browser, endpoint: "http://127.0.0.1:9222" } }',
    read: ({ targets }) => targets.map(({ name, kind, options }) => ({ name, kind, options })),
    expected: [{ name: 'web', kind: 'browser', options: { endpoint: 'http://127.0.0.1:9222', launch: false } }],
  },
  {
    because: 'a target has a gate of defaults, and as many requests at once as its kind bears',
    text: 'adapters: { web: { kind: browser, endpoint: "http://127.0.0.1:9222" } }',
    read: ({ targets }) => targets[0]?.gate,
    expected: {
      queue: 256,
      breaker: { errorPercent: 50, windowMs: 10_000, minRequests: 20, openMs: 5000, slowMs: 1000 },
      retry: { attempts: 3, budgetPercent: 20 },
    },
  },
  {
    because: 'keys of the gate stand beside those of the kind',
    text: 'adapters: { web: { kind: browser, endpoint: "http://127.0.0.1:9222", concurrency: 4, queue: 0, breaker: { open_ms: 100 }, retry: { attempts: 1 } } }',
    read: ({ targets }) => [targets[0]?.options, targets[0]?.gate],
    expected: [
      { endpoint: 'http://127.0.0.1:9222', launch: false },
      {
        concurrency: 4,
        queue: 0,
        breaker: { errorPercent: 50, windowMs: 10_000, minRequests: 20, openMs: 100, slowMs: 1000 },
        retry: { attempts: 1, budgetPercent: 20 },
      },
    ],
  },
  {
    because: 'a route has a time limit',
    text: 'routes: [{ match: { type: system, sub_type: "*", domain: "login-*" }, target: system }]',
    read: ({ routes }) => routes,
    expected: [{ type: 'system', subType: '*', domain: 'login-*', target: 'system', timeoutMs: 30_000 }],
  },
  {
    because: 'a route may say its own',
    text: 'routes: [{ match: { type: system }, target: system, timeout_ms: 15000 }]',
    read: ({ routes }) => routes,
    expected: [{ type: 'system', target: 'system', timeoutMs: 15_000 }],
  },
  {
    because: 'routes to one domain after another are two',
    text: 'routes: [{ match: { type: a, domain: x }, target: system }, { match: { type: a }, target: system }]',
    read: ({ routes }) => routes.length,
    expected: 2,
  },
  {
    because: 'a variable is put in',
    text: 'adapters: { web: { kind: browser, endpoint: "http://${H}:${P}" } }',
    env: { H: 'chrome', P: '9222' },
    read: ({ targets }) => targets[0]?.options.endpoint,
    expected: 'http://chrome:9222',
  },
  {
    because: 'an unquoted variable is a number',
    text: 'listen:\n  port: ${PORT}\n',
    env: { PORT: '9000' },
    read: ({ listen }) => listen.port,
    expected: 9000,
  },
  {
    because: 'an unquoted variable is a truth value',
    text: 'development: ${DEV}\n',
    env: { DEV: 'true' },
    read: ({ development }) => development,
    expected: true,
  },
  {
    because: 'a quoted variable stays text',
    text: 'adapters: { web: { kind: browser, api_key: "${K}" } }',
    env: { K: 'k-1' },
    read: ({ targets }) => targets[0]?.options.api_key,
    expected: 'k-1',
  },
  {
    because: 'a variable adds no structure',
    text: 'adapters:\n  web:\n    kind: browser\n    api_key: ${K}\n',
    env: { K: 'k-1\nlaunch: true' },
    read: ({ targets }) => targets[0]?.options,
    expected: { api_key: 'k-1\nlaunch: true', launch: false },
  },
  {
    because: 'a variable is not read again',
    text: 'adapters: { web: { kind: browser, api_key: "${K}" } }',
    env: { K: 'k-${K}' },
    read: ({ targets }) => targets[0]?.options.api_key,
    expected: 'k-${K}',
  },
  {
    because: 'a doubled dollar is one',
    text: 'adapters: { web: { kind: browser, api_key: "k-$${K}" } }',
    read: ({ targets }) => targets[0]?.options.api_key,
    expected: 'k-${K}',
  },
  {
    because: 'anchors work',
    text: 'context:\n  domains:\n    a: &age { max_age_ms: 60000 }\n    b: *age\n',
    read: ({ context }) => context.domains.get('b'),
    expected: { maxAgeMs: 60_000 },
  },
  { because: 'JSON is YAML', text: '{"listen": {"port": 0}}', read: ({ listen }) => listen.port, expected: 0 },
  {
    because: 'IPv6 loopback is loopback',
    text: 'listen: { host: "::1" }',
    read: ({ listen }) => listen.host,
    expected: '::1',
  },
  {
    because: 'all of 127/8 is loopback',
    text: 'listen: { host: 127.0.0.2 }',
    read: ({ listen }) => listen.host,
    expected: '127.0.0.2',
  },
  {
    because: 'the network is opened by words',
    text: 'listen: { host: 0.0.0.0, allow_unauthenticated_network: true }',
    read: ({ listen }) => [listen.host, listen.allowUnauthenticatedNetwork],
    expected: ['0.0.0.0', true],
  },
  {
    because: 'hosts and origins are kept',
    text: 'listen: { allowed_hosts: [a.example, "::1"], allowed_origins: ["https://a.example:8443"] }',
    read: ({ listen }) => [listen.allowedHosts, listen.allowedOrigins],
    expected: [['a.example', '::1'], ['https://a.example:8443']],
  },
  {
    because: 'the door for old clients is closed',
    text: 'adapters: {}',
    read: ({ v1 }) => v1,
    expected: undefined,
  },
  {
    because: 'an action of old clients has its whole mapping',
    text: 'v1: { actions: { a: { intent: b, resource: { type: c, state: d, wait_ms: 5 }, selector_as: e, args: { f: g }, payload: { h: [1] } } } }',
    read: ({ v1 }) => [v1?.domain, v1?.actions.get('a')],
    expected: [
      'v1',
      {
        intent: 'b',
        resource: { type: 'c', state: 'd', wait_ms: 5 },
        selector_as: 'e',
        args: { f: 'g' },
        payload: { h: [1] },
      },
    ],
  },
  {
    because: 'what is the default may be said',
    text: 'replicas: 1\nauth: { mode: none }\n',
    read: ({ secrets }) => secrets.length,
    expected: 1,
  },
  {
    because: 'keys are kept by what their hashes say, and nothing is granted that was not said',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: ci@acme, hash: "sha256:${'a'.repeat(64)}", intents: ["system.*"], attributes: { tier: gold } }`,
    read: ({ auth }) => auth,
    expected: {
      mode: 'api_key',
      keys: [
        {
          id: 'ci@acme',
          sha256: 'a'.repeat(64),
          attributes: { tier: 'gold' },
          grant: { intents: ['system.*'], may: [] },
        },
      ],
    },
  },
  {
    because: 'tokens have careful defaults',
    text: 'auth: { mode: jwt, jwks_url: "http://[::1]:9000/keys", issuer: i, audience: a, scopes: { act: { intents: ["*"], may: [explain] } } }',
    read: ({ auth }) => auth,
    expected: {
      mode: 'jwt',
      jwksUrl: 'http://[::1]:9000/keys',
      issuer: 'i',
      audience: 'a',
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      clockSkewMs: 30_000,
      principalClaim: 'sub',
      attributes: new Map(),
      scopes: new Map([['act', { intents: ['*'], may: ['explain'] }]]),
    },
  },
  {
    because: 'whoever is asked who they are may come from anywhere',
    text: `listen: { host: 0.0.0.0, allowed_hosts: [waybill.example] }\nauth:\n  mode: api_key\n  keys:\n    - { id: ci, hash: "sha256:${'a'.repeat(64)}", intents: [] }`,
    read: ({ listen }) => [listen.host, listen.allowUnauthenticatedNetwork],
    expected: ['0.0.0.0', false],
  },
];

describe('a configuration is read', () => {
  test.for(ROWS)('so that $because', ({ text, env, read, expected }) => {
    expect(read(settingsOf(text, { env: { WAYBILL_SECRET: SECRET, ...env } }))).toEqual(expected);
  });

  test('so that secrets rotate: the first signs', () => {
    const { secrets } = settingsOf('adapters: {}', { env: { WAYBILL_SECRET: `${SECRET}-new, ${SECRET}-old` } });
    expect(secrets.map((secret) => new TextDecoder().decode(secret))).toEqual([`${SECRET}-new`, `${SECRET}-old`]);
  });

  test('so that the command line wins over the file', () => {
    const { listen, development } = settingsOf('listen: { port: 1, host: "::1" }', {
      overrides: { port: 0, host: '127.0.0.1', development: true },
    });
    expect([listen.port, listen.host, development]).toEqual([0, '127.0.0.1', true]);
  });
});

describe('a loud word at the start', () => {
  test.for([
    { text: 'adapters: {}', env: { WAYBILL_SECRET: SECRET }, warnings: [] },
    { text: 'development: true', env: {}, warnings: ['random secret'] },
    {
      text: 'guards: { device: { kind: device_fingerprint } }',
      env: { WAYBILL_SECRET: SECRET },
      warnings: ['no policy demands device'],
    },
    {
      text: 'auth: { mode: jwt, jwks_url: "http://127.0.0.1:8181/jwks", issuer: x, audience: w, scopes: { s: { intents: ["*"] } } }',
      env: { WAYBILL_SECRET: SECRET },
      warnings: ['auth.jwks_url is at 127.0.0.1, which outbound.allow does not name'],
    },
    {
      text: 'auth: { mode: jwt, jwks_url: "http://127.0.0.1:8181/jwks", issuer: x, audience: w, scopes: { s: { intents: ["*"] } } }\noutbound: { allow: [127.0.0.1] }',
      env: { WAYBILL_SECRET: SECRET },
      warnings: [],
    },
    {
      text: 'listen: { host: 0.0.0.0, allow_unauthenticated_network: true }',
      env: { WAYBILL_SECRET: SECRET },
      warnings: ['anyone who reaches 0.0.0.0', 'allowed_hosts is empty'],
    },
    {
      text: 'development: true\nlisten: { host: 0.0.0.0, allow_unauthenticated_network: true, allowed_hosts: [a.example] }',
      env: { WAYBILL_SECRET: SECRET },
      warnings: ['anyone who reaches 0.0.0.0', 'development mode is open'],
    },
  ])('is said for $warnings', ({ text, env, warnings }) => {
    const loaded = load(text, { env });
    const said = 'warnings' in loaded ? loaded.warnings : ['refused'];
    expect(said).toHaveLength(warnings.length);
    for (const [index, part] of warnings.entries()) expect(said[index]).toContain(part);
  });
});
