// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the configuration language
import { describe, expect, test } from 'vitest';
import { load, SECRET } from './load-for-test.ts';

interface BadRow {
  readonly because: string;
  readonly text: string;
  /** `line:column`, and a part of the message or hint of each problem, in order. */
  readonly problems: readonly (readonly [place: string, says: string])[];
  readonly env?: Readonly<Record<string, string>>;
}

const HASH = `sha256:${'a'.repeat(64)}`;

const ROWS: readonly BadRow[] = [
  { because: 'an empty file', text: '', problems: [['1:1', 'the file is empty']] },
  { because: 'only comments', text: '# nothing\n', problems: [['1:1', 'the file is empty']] },
  { because: 'a list at the top', text: '- 1\n', problems: [['1:1', 'expected a mapping']] },
  { because: 'text at the top', text: 'hello\n', problems: [['1:1', 'expected a mapping']] },
  { because: 'an unclosed list', text: 'routes: [', problems: [['1:10', ']']] },
  { because: 'a tab as indentation', text: 'listen:\n\tport: 1\n', problems: [['2:1', 'indent with spaces']] },
  { because: 'a key twice', text: 'listen: {}\nlisten: {}\n', problems: [['2:1', 'a second time']] },
  {
    because: 'a key twice, deep inside',
    text: 'listen:\n  port: 1\n  port: 2\n',
    problems: [['3:3', 'a second time']],
  },
  { because: 'two documents', text: 'listen: {}\n---\nlisten: {}\n', problems: [['2:1', 'multiple documents']] },
  { because: 'an alias without anchor', text: 'listen: *base\n', problems: [['1:9', '*base names no anchor']] },
  { because: 'an unknown tag', text: 'listen: !env X\n', problems: [['1:9', '!env']] },
  {
    because: 'an unquoted reference in a flow mapping',
    text: 'listen: {host: ${HOST}}\n',
    problems: [['1:17', 'quote it']],
  },
  { because: 'an unknown section', text: 'lissten: {}\n', problems: [['1:1', 'did you mean "listen"']] },
  {
    because: 'an unknown section that is like none',
    text: 'zzzzzzzzzz: 1\n',
    problems: [['1:1', 'known here: development, listen']],
  },
  { because: 'a misspelt key', text: 'listen:\n  prot: 80\n', problems: [['2:3', 'did you mean "port"']] },
  { because: 'a key at the wrong level', text: 'port: 80\n', problems: [['1:1', 'it belongs elsewhere: listen.port']] },
  {
    because: 'a key that is indented more than its neighbour',
    text: 'listen:\n  port: 8090\n   host: x\n',
    problems: [['2:9', 'check the indentation']],
  },
  {
    because: 'the merge key, which YAML 1.2 has not',
    text: 'listen:\n  <<: {port: 1}\n',
    problems: [['2:3', 'unknown key "<<"']],
  },
  {
    because: 'entries of outbound.allow that mean nothing',
    text: 'outbound:\n  allow:\n    - https://idp.internal\n    - 10.1.2.0/33\n    - 10.1.2\n    - idp.internal:443\n    - 10.1.2.0/24\n',
    problems: [
      ['3:7', '"https://idp.internal" is no range, address or host name'],
      ['4:7', '"10.1.2.0/33"'],
      ['5:7', '"10.1.2"'],
      ['6:7', '"idp.internal:443"'],
    ],
  },
  {
    because: '__proto__ as a key, at any depth',
    text: '__proto__: {development: true}\nlisten:\n  __proto__: {host: 0.0.0.0}\ncontext:\n  domains:\n    __proto__: {max_age_ms: 70000}\n',
    problems: [
      ['1:1', '"__proto__" is no key that a configuration can have'],
      ['3:3', '"__proto__" is no key'],
      ['6:5', '"__proto__" is no key'],
    ],
  },
  {
    because: 'a key that every object has',
    text: 'constructor: 1\n',
    problems: [['1:1', 'unknown key "constructor" did you mean']],
  },
  {
    because: 'text as port',
    text: 'listen:\n  port: "80"\n',
    problems: [['2:9', 'expected a whole number, found "80"']],
  },
  {
    because: 'a port out of range',
    text: 'listen:\n  port: 70000\n',
    problems: [['2:9', 'from 0 to 65535, found 70000']],
  },
  {
    because: 'a fraction of a port',
    text: 'listen:\n  port: 80.5\n',
    problems: [['2:9', 'a whole number, found 80.5']],
  },
  { because: 'a number as host', text: 'listen:\n  host: 1\n', problems: [['2:9', 'put it in quotes']] },
  { because: 'an empty section', text: 'listen:\n', problems: [['1:8', 'expected a mapping, found nothing']] },
  { because: 'yes for true', text: 'development: yes\n', problems: [['1:14', 'expected true or false, found "yes"']] },
  {
    because: 'the whole network without a word',
    text: 'listen: { host: 0.0.0.0 }\n',
    problems: [['1:17', 'without authentication would let anyone on the network act']],
  },
  {
    because: 'all addresses of IPv6',
    text: 'listen: { host: "::" }\n',
    problems: [['1:17', 'listen.allow_unauthenticated_network: true']],
  },
  {
    because: 'a name that may be any address',
    text: 'listen: { host: waybill.internal }\n',
    problems: [['1:17', 'without authentication']],
  },
  {
    because: 'an origin with a path',
    text: 'listen:\n  allowed_origins:\n    - https://a.example/\n',
    problems: [['3:7', 'https://app.example']],
  },
  {
    because: 'an origin that is anything',
    text: 'listen:\n  allowed_origins: ["*"]\n',
    problems: [['2:21', 'scheme, host and port only']],
  },
  {
    because: 'a host with a port',
    text: 'listen:\n  allowed_hosts: ["a.example:80"]\n',
    problems: [['2:19', 'the name only']],
  },
  {
    because: 'a hash that is too short',
    text: 'context: { hash_digits: 8 }\n',
    problems: [['1:25', 'from 16 to 64, found 8']],
  },
  {
    because: 'an age below the minute that an id is rounded down to',
    text: 'context: { max_age_ms: 5 }\n',
    problems: [['1:24', 'from 60000 to 86400000, found 5']],
  },
  {
    because: 'a pattern as domain',
    text: 'context:\n  domains:\n    login-*: { max_age_ms: 60000 }\n',
    problems: [['3:5', 'patterns are for routes only']],
  },
  {
    because: 'a misspelt key in a domain',
    text: 'context:\n  domains:\n    login: { max_age: 60000 }\n',
    problems: [['3:14', 'did you mean "max_age_ms"']],
  },
  {
    because: 'a precheck type without its limit',
    text: 'precheck:\n  types:\n    dom_element: {}\n',
    problems: [['3:5', '"limit_ms" is missing']],
  },
  { because: 'a body limit of nothing', text: 'limits: { body_bytes: 0 }\n', problems: [['1:23', 'from 1024']] },
  {
    because: 'an unknown authentication',
    text: 'auth: { mode: basic }\n',
    problems: [['1:15', 'expected one of "none", "api_key", "jwt", found "basic"']],
  },
  { because: 'authentication without a mode', text: 'auth: {}\n', problems: [['1:1', '"mode" is missing']] },
  { because: 'keys that are missing', text: 'auth: { mode: api_key }\n', problems: [['1:1', 'needs "keys"']] },
  {
    because: 'no key at all',
    text: 'auth:\n  mode: api_key\n  keys: []\n',
    problems: [['3:9', 'waybill key create']],
  },
  {
    because: 'a key in place of its hash, which is not shown',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: ci, hash: wbk_0123456789, intents: ["*"] }\n`,
    problems: [['4:23', 'found text (not shown)']],
  },
  {
    because: 'a key that says nothing of what it may do',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: ci, hash: "${HASH}" }\n`,
    problems: [['4:7', '"intents" is missing']],
  },
  {
    because: 'one key for two callers',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: a, hash: "${HASH}", intents: ["*"] }\n    - { id: b, hash: "${HASH}", intents: ["*"] }\n`,
    problems: [['5:22', 'the hash of key 0, too']],
  },
  {
    because: 'a key of whoever calls without one',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: anonymous, hash: "${HASH}", intents: ["*"] }\n`,
    problems: [['4:13', 'without authentication']],
  },
  {
    because: 'grants that can match nothing',
    text: `auth:\n  mode: api_key\n  keys:\n    - { id: a, hash: "${HASH}", intents: ["a b"], domains: ["x/y"], targets: [browsr] }\n`,
    problems: [
      ['4:107', '"a b" can never match'],
      ['4:125', '"x/y" can never match'],
      ['4:143', '"browsr" can never match'],
    ],
  },
  {
    because: 'tokens without issuer, audience and scopes',
    text: 'auth: { mode: jwt, jwks_url: "https://a.example/keys" }\n',
    problems: [
      ['1:1', 'needs "issuer"'],
      ['1:1', 'needs "audience"'],
      ['1:1', 'needs "scopes"'],
    ],
  },
  ...(
    [
      ['http://id.example/keys', 'is not https'],
      ['ftp://id.example/keys', 'is not https'],
      ['https://user:pass@id.example/keys', 'user name or a password'],
      ['keys.json', 'is no address'],
    ] as const
  ).map(
    ([url, says]): BadRow => ({
      because: `keys at ${url}`,
      text: `auth: { mode: jwt, jwks_url: "${url}", issuer: a, audience: b, scopes: {} }\n`,
      problems: [['1:30', says]],
    }),
  ),
  ...['none', 'HS256', 'HS512', 'RSA1_5'].map(
    (algorithm): BadRow => ({
      because: `the algorithm ${algorithm}`,
      text: `auth: { mode: jwt, jwks_url: "https://a.example", issuer: a, audience: b, scopes: {}, algorithms: [${algorithm}] }\n`,
      problems: [['1:100', `expected one of "RS256"`]],
    }),
  ),
  {
    because: 'keys beside tokens',
    text: `auth: { mode: jwt, jwks_url: "https://a.example", issuer: a, audience: b, scopes: {}, keys: [] }\n`,
    problems: [
      ['1:87', '"keys" is of mode api_key'],
      ['1:93', 'nobody could call'],
    ],
  },
  { because: 'more than one replica', text: 'replicas: 3\n', problems: [['1:11', 'listen.internal']] },
  { because: 'no replica', text: 'replicas: 0\n', problems: [['1:11', 'found 0']] },
  { because: 'a canary', text: 'canary: []\n', problems: [['1:1', 'canary split']] },
  {
    because: 'a text that is not of its form',
    text: 'adapters:\n  web: { kind: browser, endpoint: "127.0.0.1:9222" }\n',
    problems: [['2:35', 'must have, found "127.0.0.1:9222" An http or https address']],
  },
  { because: 'the v1 endpoint', text: 'v1: true\n', problems: [['1:5', 'expected a mapping']] },
  {
    because: 'a poll held for an hour',
    text: 'polling: { max_wait_ms: 3600000 }\n',
    problems: [['1:25', 'to 300000']],
  },
  {
    because: 'a v1 action without an intent',
    text: 'v1:\n  actions:\n    press: { args: { key: key } }\n',
    problems: [['3:5', '"intent" is missing']],
  },
  {
    because: 'a v1 action with a resource of no state, and a fixed payload that is none',
    text: 'v1:\n  actions:\n    press: { intent: a, resource: { type: b }, payload: 1 }\n',
    problems: [
      ['3:25', '"state" is missing'],
      ['3:57', 'expected a mapping'],
    ],
  },
  { because: 'no request on a connection', text: 'websocket: { in_flight: 0 }\n', problems: [['1:25', 'from 1']] },
  {
    because: 'an internal listener that nobody can be told of',
    text: 'listen:\n  internal: "0.0.0.0:8081"\n',
    problems: [['2:13', 'stands for every address']],
  },
  {
    because: 'an internal listener on the port of clients',
    text: 'listen: { port: 8081, internal: "127.0.0.1:8081" }\n',
    problems: [['1:33', 'port of their own']],
  },
  {
    because: 'an internal listener on a port that clients have on every address',
    text: 'listen: { host: 0.0.0.0, allow_unauthenticated_network: true, internal: "10.0.0.5:8080" }\n',
    problems: [['1:73', 'port of their own']],
  },
  {
    because: 'an internal listener without a port',
    text: 'listen: { internal: here }\n',
    problems: [['1:21', '10.0.0.5:8081']],
  },
  { because: 'v1 opened by a word', text: 'v1: true\n', problems: [['1:5', 'write {} to take its defaults']] },
  { because: 'v1 opened by its name', text: 'v1:\n', problems: [['1:4', 'write {} to take its defaults']] },
  {
    because: 'a v1 domain that no id can have',
    text: 'v1: { domain: "a b" }\n',
    problems: [['1:15', '1 to 64 letters']],
  },
  { because: 'a number in quotes', text: 'replicas: "3"\n', problems: [['1:11', 'take the quotes away']] },
  {
    because: 'a short name that shares no letter',
    text: 'ws: {}\n',
    problems: [['1:1', 'known here: development']],
  },
  {
    because: 'an internal listener without a port that can be',
    text: 'listen:\n  internal: "10.0.0.5:80810"\n',
    problems: [['2:13', 'no address and port']],
  },
  {
    because: 'a limit that lets nobody in',
    text: 'limits: { in_flight_per_principal: 0 }\n',
    problems: [['1:36', 'found 0']],
  },
  {
    because: 'keys that any target may have, misspelt or out of range',
    text: 'adapters:\n  web:\n    kind: browser\n    launch: true\n    concurency: 3\n    queue: -1\n    breaker: { eror_percent: 5 }\n',
    problems: [
      ['5:5', 'did you mean "concurrency"'],
      ['6:12', 'found -1'],
      ['7:16', 'did you mean "error_percent"'],
    ],
  },
  {
    because: 'a route that asks for approvals',
    text: 'routes:\n  - match: { type: system }\n    target: system\n    approval: other\n',
    problems: [['4:5', 'an approval is asked for']],
  },
  { because: 'a target without kind', text: 'adapters:\n  web: {}\n', problems: [['2:3', '"kind" is missing']] },
  {
    because: 'a target that is no mapping',
    text: 'adapters:\n  web: browser\n',
    problems: [['2:8', 'expected a mapping']],
  },
  {
    because: 'an unknown kind',
    text: 'adapters:\n  web: { kind: browsr }\n',
    problems: [['2:16', 'did you mean "browser"']],
  },
  {
    because: 'a kind that is like none',
    text: 'adapters:\n  web: { kind: zzzzzzzzzzzz }\n',
    problems: [['2:16', 'known here: browser, game']],
  },
  {
    because: 'a kind that is not built',
    text: 'adapters:\n  web: { kind: workflow }\n',
    problems: [['2:16', 'this version has no adapter of kind "workflow"']],
  },
  {
    because: 'a target called system',
    text: 'adapters:\n  system: { kind: browser }\n',
    problems: [['2:3', 'reserved']],
  },
  {
    because: 'a target of kind system',
    text: 'adapters:\n  mine: { kind: system }\n',
    problems: [['2:17', 'always there']],
  },
  {
    because: 'a name that is no name',
    text: 'adapters:\n  My Browser: { kind: browser }\n',
    problems: [['2:3', 'no name for a target']],
  },
  {
    because: 'an unknown option',
    text: 'adapters:\n  web: { kind: browser, lunch: true }\n',
    problems: [['2:25', 'did you mean "launch"']],
  },
  {
    because: 'an option of the wrong type',
    text: 'adapters:\n  web: { kind: browser, launch: 1 }\n',
    problems: [['2:33', 'expected true or false, found 1']],
  },
  {
    because: 'an option deep inside',
    text: 'adapters:\n  web:\n    kind: browser\n    size: { width: 0 }\n',
    problems: [['4:20', 'at least 1, found 0']],
  },
  {
    because: 'a choice that is not offered',
    text: 'adapters:\n  web: { kind: browser, mode: headles }\n',
    problems: [['2:31', 'did you mean "headless"']],
  },
  { because: 'a missing option', text: 'adapters:\n  g: { kind: game }\n', problems: [['2:3', '"url" is missing']] },
  {
    because: 'an unknown target',
    text: 'adapters:\n  web: { kind: browser }\nroutes:\n  - { match: { type: page }, target: wep }\n',
    problems: [['4:38', 'did you mean "web"']],
  },
  {
    because: 'a route to nowhere',
    text: 'routes:\n  - match: { type: page }\n',
    problems: [['2:5', '"target" is missing']],
  },
  {
    because: 'a whole key as type',
    text: 'routes:\n  - { match: { type: page.open }, target: system }\n',
    problems: [['2:22', 'into sub_type']],
  },
  {
    because: 'a route behind its twin',
    text: 'routes:\n  - { match: { type: "*" }, target: system }\n  - { match: { type: "*" }, target: system }\n',
    problems: [['3:7', 'route 0 matches the same']],
  },
  {
    because: 'a variable that is not set',
    text: 'adapters:\n  web:\n    kind: browser\n    endpoint: http://${CDP_HOST}:9222\n',
    problems: [['4:22', 'CDP_HOST is not set']],
  },
  {
    because: 'two variables that are not set',
    text: 'listen:\n  host: ${A}\n  allowed_hosts: ["${B}"]\n',
    problems: [
      ['2:9', 'A is not set'],
      ['3:20', 'B is not set'],
    ],
  },
  {
    because: 'a reference with a default',
    text: 'listen:\n  host: "${HOST:-x}"\n',
    problems: [['2:10', 'no reference to a variable']],
  },
  {
    because: 'a reference that is not closed',
    text: 'listen:\n  host: "${HOST"\n',
    problems: [['2:10', 'no reference to a variable']],
  },
  {
    because: 'a variable of the wrong kind',
    text: 'listen:\n  port: ${PORT}\n',
    env: { PORT: 'http' },
    problems: [['2:9', 'expected a whole number, found "${PORT}"']],
  },
  {
    because: 'a policy that is no list',
    text: 'policies: { deny_when: "true" }\n',
    problems: [['1:11', 'expected a list']],
  },
  {
    because: 'a policy that does nothing',
    text: 'policies:\n  - { name: idle }\n',
    problems: [['2:5', 'exactly one of deny_when and guard_when']],
  },
  {
    because: 'a policy that does both',
    text: 'policies:\n  - { deny_when: "true", guard_when: "true", message: no, guard: g }\n',
    problems: [['2:5', 'exactly one of deny_when and guard_when']],
  },
  {
    because: 'a denial without a message',
    text: 'policies:\n  - deny_when: "true"\n',
    problems: [['2:5', '"message" is missing: it goes with deny_when']],
  },
  {
    because: 'a denial with a guard',
    text: 'policies:\n  - { deny_when: "true", message: no, guard: g }\n',
    problems: [['2:39', '"guard" does nothing beside deny_when']],
  },
  {
    because: 'a policy that asks for no guard',
    text: 'policies:\n  - guard_when: "true"\n',
    problems: [['2:5', '"guard" is missing: it goes with guard_when']],
  },
  {
    because: 'a policy that asks for a guard of no name',
    text: 'policies:\n  - { guard_when: "true", guard: devise }\nguards:\n  device: { kind: device_fingerprint }\n',
    problems: [['2:34', 'did you mean "device"']],
  },
  {
    because: 'a policy that asks for a guard where there is none',
    text: 'policies:\n  - { guard_when: "true", guard: device }\n',
    problems: [['2:34', 'add a section guards']],
  },
  {
    because: 'a misspelt key in a policy',
    text: 'policies:\n  - { deny_if: "true", message: no }\n',
    problems: [
      ['2:5', 'exactly one of'],
      ['2:7', 'unknown key "deny_if"'],
    ],
  },
  {
    because: 'a condition that is no expression',
    text: 'policies:\n  - deny_when: intent.type = "x"\n    message: no\n',
    problems: [['2:16', 'is no CEL expression: Unexpected character: = (character 13)']],
  },
  {
    because: 'a condition on something unknown',
    text: 'policies:\n  - deny_when: user.tier == "gold"\n    message: no\n',
    problems: [['2:16', 'Unknown variable: user (character 1)']],
  },
  {
    because: 'a condition on an unknown part of the intent',
    text: 'policies:\n  - deny_when: intent.prio == "high"\n    message: no\n',
    problems: [['2:16', "the condition can't be judged: No such key: prio"]],
  },
  {
    because: 'a condition that compares a text with a number',
    text: 'policies:\n  - deny_when: intent.priority == 1\n    message: no\n',
    problems: [['2:16', 'no such overload: string == int']],
  },
  {
    because: 'a condition that is a text',
    text: 'policies:\n  - deny_when: intent.priority\n    message: no\n',
    problems: [['2:16', 'comes to string, and must come to true or false']],
  },
  {
    because: 'a condition that may be anything',
    text: 'policies:\n  - deny_when: payload.urgent\n    message: no\n',
    problems: [['2:16', 'payload.urgent == true']],
  },
  {
    because: 'a condition by a regular expression',
    text: 'policies:\n  - deny_when: context.business_key.matches("(a+)+$")\n    message: no\n',
    problems: [['2:16', 'the condition calls matches(), which is not offered']],
  },
  {
    because: 'a condition whose time grows with the square of the payload',
    text: 'policies:\n  - deny_when: payload.a.all(x, x in payload.b)\n    message: no\n  - deny_when: payload.a.all(x, x.all(y, y == 1))\n    message: no\n',
    problems: [
      ['2:16', 'goes through the payload once for each part'],
      ['4:16', 'one list macro stands inside another'],
    ],
  },
  {
    because: 'a condition that is empty',
    text: 'policies:\n  - { deny_when: "", message: no }\n',
    problems: [['2:18', 'found ""']],
  },
  {
    because: 'a guard of no kind, and one of an unknown kind',
    text: 'guards:\n  a: {}\n  b: { kind: oracle }\n',
    problems: [
      ['2:3', '"kind" is missing'],
      ['3:14', 'expected one of "device_fingerprint", "module", found "oracle"'],
    ],
  },
  {
    because: 'a guard whose name is none, and one with no time to answer',
    text: 'guards:\n  My Guard: { kind: module, module: ./risk.js }\n  risk: { kind: module, module: ./risk.js, timeout_ms: 0 }\n',
    problems: [
      ['2:3', 'no name for a guard'],
      ['3:56', 'from 1 to 60000, found 0'],
    ],
  },
  {
    because: 'a guard without its module, and one with a key that is too short and not shown',
    text: 'guards:\n  a: { kind: module }\n  b: { kind: device_fingerprint, proof_key: hunter2 }\n',
    problems: [
      ['2:3', '"module" is missing'],
      ['3:45', 'text (not shown)'],
    ],
  },
  {
    because: 'several things at once, in the order of the file',
    text: 'lissten: {}\nlimits:\n  body_ms: 1\nadapters:\n  web: { kind: browsr }\nroutes:\n  - { match: { type: page }, target: wob }\n',
    problems: [
      ['1:1', 'lissten'],
      ['3:12', 'found 1'],
      ['5:16', 'browsr'],
      ['7:38', 'did you mean "web"'],
    ],
  },
];

describe('a configuration is refused, with the place and the remedy', () => {
  test.for(ROWS)('for $because', ({ text, problems, env }) => {
    const loaded = load(text, { env: { WAYBILL_SECRET: SECRET, ...env } });
    const found = 'problems' in loaded ? loaded.problems : [];
    expect(
      found.map(({ where }) => where),
      JSON.stringify(found),
    ).toEqual(problems.map(([place]) => `waybill.yaml:${place}`));
    for (const [index, [, says]] of problems.entries()) {
      expect(`${found[index]?.message} ${found[index]?.hint}`).toContain(says);
    }
  });
});

describe('secrets', () => {
  test.for([
    { value: undefined, says: 'is not set', because: 'none is set' },
    { value: '  ', says: 'is not set', because: 'it is blank' },
    { value: 'short', says: 'the secret has 5 bytes; at least 32', because: 'it is too short' },
    { value: `${SECRET},short`, says: 'secret 2 of 2 has 5 bytes', because: 'the second is too short' },
    { value: `${SECRET},`, says: 'secret 2 of 2 has 0 bytes', because: 'a comma ends the list' },
  ])('are refused where $because, and never shown', ({ value, says }) => {
    const loaded = load('adapters: {}', { env: { WAYBILL_SECRET: value } });
    const problems = 'problems' in loaded ? loaded.problems : [];
    expect(problems.map(({ where }) => where)).toEqual(['WAYBILL_SECRET']);
    expect(problems[0]?.message).toContain(says);
    expect(JSON.stringify(problems)).not.toContain('short,');
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  test('of targets are not shown when they do not fit', () => {
    const text = 'adapters:\n  web:\n    kind: browser\n    api_key: hunter2hunter2\n    endpoint: ${ENDPOINT}\n';
    const loaded = load(text, { env: { WAYBILL_SECRET: SECRET, ENDPOINT: 'user:hunter3hunter3@host' } });
    const shown = JSON.stringify(loaded);
    expect('problems' in loaded && loaded.problems).toHaveLength(2);
    expect(shown).not.toContain('hunter');
    expect(shown).toContain('${ENDPOINT}');
  });
});

describe('options of the command line', () => {
  test('are named where they are at fault', () => {
    const loaded = load('adapters: {}', { overrides: { host: '0.0.0.0' } });
    expect('problems' in loaded && loaded.problems.map(({ where }) => where)).toEqual(['--host']);
  });
});
