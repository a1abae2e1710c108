// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the environment, as a configuration reads it
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { SECRET } from '../config/load-for-test.ts';

const TOKEN = 'a-token-of-ours';

function problemsOf(text: string) {
  const loaded = loadConfig({
    file: { name: 'waybill.yaml', text },
    env: { WAYBILL_SECRET: SECRET, UNITY_TOKEN: TOKEN, UNITY_BRIDGE_URL: 'ws://127.0.0.1:8090/', BROKEN: 'a\nb' },
    kinds: ADAPTER_KINDS,
  });
  return 'problems' in loaded ? loaded.problems : [];
}

test.for(['docs/how-to/websocket-bridges.md', 'examples/unity-bridge/waybill.yaml'])(
  'every configuration in %s is accepted',
  (path) => {
    const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const found = path.endsWith('.yaml')
      ? [page]
      : [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
    for (const text of found) expect(problemsOf(text)).toEqual([]);
  },
);

const GOOD = `
adapters:
  unity:
    kind: websocket
    url: ws://127.0.0.1:8090/bridge
    headers: { X-Client: waybill }
    bearer: "\${UNITY_TOKEN}"
    hello: { send: { type: hello }, until: "message.type == 'welcome'" }
    answer: { id: message.id }
    event: { when: has(message.event), id: message.of }
    cancel: { cancel: "{{ request_id }}" }
    intents:
      player.jump:
        effect: unsafe
        payload: { type: object, properties: { high: { type: number } } }
        send: { id: "{{ request_id }}", high: "{{ payload.high }}" }
        progress: { when: has(message.part), fraction: message.part, message: "{{ message.text }}" }
        returns: { height: "{{ response.height }}" }
        errors: [{ when: has(response.error), kind: adapter_failed, message: "{{ response.error }}" }]
        verify: response.done == true
        example: { payload: { high: 1 } }
    resource_types:
      thing:
        states: [alive, dead]
        send: { id: "{{ request_id }}", name: "{{ resource.identifier }}" }
        state: response.state
        details: { hint: "{{ response.?hint }}" }
`.slice(1);

test('what the mistakes are made in is right', () => {
  expect(problemsOf(GOOD)).toEqual([]);
});

/** What is wrong; the line as it should be, by its beginning, and as it is; what is said of it. */
const MISTAKES: readonly (readonly [string, string, string, RegExp])[] = [
  ['an address of http', 'url:', 'url: http://127.0.0.1:8090', /ws:\/\/host:port/],
  ['an address that is none', 'url:', 'url: "ws://[::1"', /can not be read/],
  ['an address with a fragment', 'url:', 'url: ws://127.0.0.1/#a', /ws:\/\/host:port/],
  ['a header with a line break', 'headers:', 'headers: { X-Client: "${BROKEN}" }', /printable ASCII/i],
  ['a header that is none', 'headers:', 'headers: { "X Client": a }', /X Client/],
  ['an intent of no form', 'player.jump:', '"player jump":', /no name that may stand here/],
  ['a resource type of no form', 'thing:', 'Thing:', /no name that may stand here/],
  [
    'a header of the handshake',
    'headers:',
    'headers: { Sec-WebSocket-Protocol: a }',
    /name the subprotocol as subproto/,
  ],
  ['a header of bodies', 'headers:', 'headers: { Content-Length: "5" }', /set by the service.*leave it out/s],
  ['a token beside another', 'headers:', 'headers: { Authorization: a }', /what bearer stands for/],
  ['a token with a line break', 'bearer:', 'bearer: "${BROKEN}"', /without spaces/],
  ['a token that is not there', 'bearer:', 'bearer: "${NOBODY}"', /NOBODY/],
  ['a greeting that is no mapping', 'hello:', 'hello: hello', /hello/],
  ['an end of greeting that may be anything', 'hello:', 'hello: { send: {}, until: message.ok }', /true or false/],
  ['an answer without an id', 'answer:', 'answer: {}', /id/],
  ['an id that can not be read', 'answer:', 'answer: { id: "message." }', /no CEL expression/],
  ['an id of what is not there', 'answer:', 'answer: { id: response.id }', /response/],
  ['an event that may be anything', 'event:', 'event: { when: message.event, id: message.of }', /true or false/],
  ['an event of nobody', 'event:', 'event: { when: has(message.event) }', /id/],
  ['a cancel of what is not there', 'cancel:', 'cancel: { id: "{{ id }}" }', /Unknown variable: id/],
  ['a heartbeat that never rests', 'cancel:', 'heartbeat_ms: 1', /100/],
  ['a message of nothing', 'cancel:', 'max_message_bytes: 10', /1024/],
  ['nobody in flight', 'cancel:', 'max_in_flight: 0', /1/],
  ['a key that is misspelt', 'cancel:', 'subprotocoll: a', /subprotocol"?\?/],
  ['no effect', 'effect:', 'title: Jump', /effect/],
  ['an effect that is none', 'effect:', 'effect: unsave', /unsafe/],
  ['no id of ours', 'send: { id: "{{ request_id }}", high', 'send: { high: 1 }', /holds no \{\{ request_id \}\}/],
  [
    'an id that the caller chooses',
    'send: { id: "{{ request_id }}", high',
    'send: { id: "{{ payload.request_id }}" }',
    /holds no/,
  ],
  [
    'an id that the caller may choose',
    'send: { id: "{{ request_id }}", high',
    'send: { id: "{{ payload.?request_id }}" }',
    /holds no/,
  ],
  ['an id in a key', 'send: { id: "{{ request_id }}", high', 'send: { "{{ request_id }}": 1 }', /holds no/],
  ['the word for an id', 'send: { id: "{{ request_id }}", high', `send: { id: "{{ 'request_id' }}" }`, /holds no/],
  [
    'an id by its name alone',
    'send: { id: "{{ request_id }}", high',
    'send: { a: "{{ payload.a }}", request_id: "x {{ payload.b }}" }',
    /holds no/,
  ],
  [
    'a send that can not be read',
    'send: { id: "{{ request_id }}", high',
    'send: { id: "{{ request_id + }}" }',
    /no CEL expression/,
  ],
  [
    'a send that is not closed',
    'send: { id: "{{ request_id }}", high',
    'send: { id: "{{ request_id" }',
    /never closes/,
  ],
  [
    'a send that reads the answer',
    'send: { id: "{{ request_id }}", high',
    'send: { id: "{{ request_id }}", a: "{{ response.a }}" }',
    /response/,
  ],
  ['progress that reads the answer', 'progress:', 'progress: { fraction: response.part }', /response/],
  [
    'progress in a regular expression',
    'progress:',
    `progress: { when: 'string(message).matches("(a+)+")' }`,
    /matches/,
  ],
  ['a result of the message', 'returns:', 'returns: "{{ message.height }}"', /message/],
  [
    'a rule that is no condition',
    'errors:',
    'errors: [{ when: response.error, kind: adapter_failed, message: a }]',
    /true or false/,
  ],
  [
    'a rule for what is no failure',
    'errors:',
    'errors: [{ when: "true", kind: broken, message: a }]',
    /adapter_failed/,
  ],
  ['a proof that may be anything', 'verify:', 'verify: response.done', /true or false/],
  ['a payload of no kind', 'payload: {', 'payload: { type: jump }', /no JSON Schema/],
  ['an example that does not fit', 'example:', 'example: { payload: { high: far } }', /does not fit/],
  [
    'a look without an id',
    'send: { id: "{{ request_id }}", name',
    'send: { id: "{{ resource.identifier }}" }',
    /holds no/,
  ],
  ['a state that can not be read', 'state:', 'state: "response["', /no CEL expression/],
  ['details that can not be read', 'details:', 'details: { hint: "{{ hint }}" }', /Unknown variable: hint/],
];

test.for(MISTAKES)('%s is told at its line, with what to do', ([, right, wrong, says]) => {
  const lines = GOOD.split('\n');
  const index = lines.findIndex((line) => line.trim().startsWith(right));
  const indent = /^ */.exec(lines[index] ?? '')?.[0] ?? '';
  const problems = problemsOf(lines.with(index, indent + wrong).join('\n'));
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  expect(problem?.where).toMatch(/^waybill\.yaml:\d+:\d+$/);
  expect(`${problem?.message}\n${problem?.hint}`).toMatch(says);
  expect(JSON.stringify(problem)).not.toContain(TOKEN);
  if (!wrong.startsWith('title')) expect(problem?.where).toContain(`:${index + 1}:`);
});

test('progress without events is told where it stands', () => {
  const problems = problemsOf(GOOD.replace(/ {4}event:.*\n/, ''));
  expect(problems).toMatchObject([
    { where: 'waybill.yaml:15:19', hint: expect.stringContaining('event: { when, id }') },
  ]);
});

test('all that is wrong is told at once', () => {
  const text = GOOD.replace('id: message.id', 'id: "message."')
    .replace('response.done == true', 'response.')
    .replace('state: response.state', 'state: "("');
  expect(problemsOf(text).map(({ where }) => where?.split(':')[1])).toEqual(['8', '19', '25']);
});
