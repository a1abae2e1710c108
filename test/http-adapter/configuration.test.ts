import { expect, test } from 'vitest';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import { checkHttpOptions } from './open-http-target.ts';

const BASE = { base_url: 'https://api.example/v1' };
const intent = (section: NonNullable<HttpOptions['intents']>[string]): HttpOptions => ({
  ...BASE,
  intents: { 'a.b': section },
});
const poll = (section: Partial<NonNullable<NonNullable<HttpOptions['intents']>[string]['poll']>>) =>
  intent({ path: '/', body: {}, poll: { path: '/', until: 'true', ...section } });
const type = (section: Partial<NonNullable<HttpOptions['resource_types']>[string]>): HttpOptions => ({
  ...BASE,
  resource_types: { thing: { states: ['there'], path: '/', state: "'there'", ...section } },
});

test.for<[string, HttpOptions, string, RegExp]>([
  ['a base that is no address', { base_url: 'https://' }, 'base_url', /no address/],
  ['credentials in the base', { base_url: 'https://a:b@api.example' }, 'base_url', /credentials/],
  ['a query in the base', { base_url: 'https://api.example?a=b' }, 'base_url', /query/],
  ['auth without its keys', { ...BASE, auth: { type: 'basic', username: 'a' } }, 'auth', /needs password/],
  ['auth with foreign keys', { ...BASE, auth: { type: 'bearer', token: 'a', name: 'x' } }, 'auth.name', /has no name/],
  [
    'a token with a line break',
    { ...BASE, auth: { type: 'bearer', token: 'a\r\nb' } },
    'auth.token',
    /no value of a header/,
  ],
  [
    'a secret sent in the clear',
    {
      ...BASE,
      auth: {
        type: 'oauth2_client_credentials',
        token_url: 'http://idp.example/token',
        client_id: 'a',
        client_secret: 'b',
      },
    },
    'auth.token_url',
    /https/,
  ],
  [
    'a header that frames the request',
    { ...BASE, headers: { 'Content-Length': '1' } },
    'headers.Content-Length',
    /set by the service/,
  ],
  [
    'a header that is none',
    intent({ path: '/', headers: { 'a b': 'c' } }),
    'intents.a.b.headers.a b',
    /no name of a header/,
  ],
  [
    'the trace of somebody else',
    intent({ path: '/', headers: { traceparent: 'c' } }),
    'intents.a.b.headers.traceparent',
    /set by the service/,
  ],
  ['no path', intent({}), 'intents.a.b', /needs a path/],
  ['a path with a query', intent({ path: '/a?b=c' }), 'intents.a.b.path', /no path/],
  ['a path that leads out', intent({ path: '/a/%2E%2e/b' }), 'intents.a.b.path', /leads elsewhere/],
  ['a path that can not be read', intent({ path: '/{{ payload. }}' }), 'intents.a.b.path', /no CEL expression/],
  ['a path that reads what is not there', intent({ path: '/{{ response.id }}' }), 'intents.a.b.path', /response/],
  ['a body with GET', intent({ method: 'GET', path: '/', body: {} }), 'intents.a.b.method', /has no body/],
  ['a body and a form', intent({ path: '/', body: {}, form: {} }), 'intents.a.b.form', /body or a form/],
  [
    'a body with a broken template',
    intent({ path: '/', body: { a: ['{{ 1 + }}'] } }),
    'intents.a.b.body.a.0',
    /no CEL expression/,
  ],
  ['a query with a broken template', intent({ path: '/', query: { a: '{{ x }}' } }), 'intents.a.b.query.a', /x/],
  ['a condition that is none', intent({ path: '/', success: '1 + 1' }), 'intents.a.b.success', /true or false/],
  [
    'a broken result',
    intent({ path: '/', returns: { a: '{{ response.body[ }}' } }),
    'intents.a.b.returns.a',
    /no CEL expression/,
  ],
  ['a broken verification', intent({ path: '/', verify: 'response.body.x' }), 'intents.a.b.verify', /true or false/],
  [
    'a broken rule',
    intent({ path: '/', errors: [{ when: 'nope', kind: 'adapter_failed', message: 'x' }] }),
    'intents.a.b.errors.0.when',
    /nope/,
  ],
  [
    'a schema that is none',
    intent({ path: '/', payload: { type: 'nothing' } }),
    'intents.a.b.payload',
    /no JSON Schema/,
  ],
  [
    'an example that does not fit',
    intent({ path: '/', payload: { type: 'object', required: ['a'] }, example: { payload: {} } }),
    'intents.a.b.example.payload',
    /does not fit/,
  ],
  ['an end that is no condition', poll({ until: 'response.body.state' }), 'intents.a.b.poll.until', /true or false/],
  ['a broken cancel request', poll({ cancel: {} }), 'intents.a.b.poll.cancel', /needs a path/],
  [
    'broken progress',
    poll({ progress: { fraction: '1 +' } }),
    'intents.a.b.poll.progress.fraction',
    /no CEL expression/,
  ],
  ['a look that reads what is not there', poll({ path: '/{{ resource.id }}' }), 'intents.a.b.poll.path', /resource/],
  ['a state that is no expression', type({ state: '(' }), 'resource_types.thing.state', /no CEL expression/],
  [
    'a state for no answer that is none',
    type({ no_answer: 'gone' }),
    'resource_types.thing.no_answer',
    /none of the states/,
  ],
  [
    'an act on an address of the caller',
    {
      ...BASE,
      resource_types: {
        thing: { states: ['there'], url: '{{ resource.identifier }}', method: 'DELETE', state: "'there'" },
      },
    },
    'resource_types.thing.method',
    /GET or HEAD/,
  ],
  ['a health that is no path', { ...BASE, health: { path: '/a b' } }, 'health.path', /no path/],
  [
    'a health that is no condition',
    { ...BASE, health: { path: '/', healthy: '1' } },
    'health.healthy',
    /true or false/,
  ],
])('%s is refused where it stands', ([, options, path, says]) => {
  const problems = checkHttpOptions(options);
  expect(problems.map((problem) => problem.path.join('.'))).toContain(path);
  expect(problems.map(({ message, hint }) => `${message} ${hint}`).join('\n')).toMatch(says);
  expect(JSON.stringify(problems)).not.toContain('a:b@');
});

test('all that is wrong is told at once', () => {
  expect(
    checkHttpOptions({ ...intent({ path: '/a?', returns: '{{ ( }}', verify: '1' }), headers: { Host: 'x' } }),
  ).toHaveLength(4);
});
