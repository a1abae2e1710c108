import { type Attack, byHttp, byRaw } from '../attack.ts';

const ESCAPE = '\u001b[2J\u001b]0;owned\u0007';
const FORGED = '\n{"level":"info","msg":"request","principal":"admin"}\n';

export const INJECTION_ATTACKS: readonly Attack[] = [
  {
    attack: 'a line break and a made-up log line in the context id',
    send: byHttp((good) => ({ body: { ...good.request(), context: { id: `a${FORGED}`, business_key: 'k' } } })),
    expected: 'context_malformed',
    because: 'log lines are JSON: a line break in a text is written as \\n',
  },
  {
    attack: 'a line break and a made-up log line in the intent',
    send: byHttp((good) => ({ body: { ...good.request(), intent: { type: `x${FORGED}` } } })),
    expected: 'invalid_request',
    because: 'an intent key is letters, digits, _ and -',
  },
  {
    attack: 'escape sequences in a resource type',
    send: byHttp((good) => ({
      body: { ...good.request('lab.act'), resources: [{ type: ESCAPE, identifier: 'a', state: 'on' }] },
    })),
    expected: 'invalid_request',
    because: 'they reach a terminal as \\u001b only',
  },
  {
    attack: 'encoded line breaks in the path',
    send: byRaw(() => 'GET /x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    expected: 'not_found',
    because: 'a path is repeated as it came, and in JSON only',
  },
  {
    attack: 'a traceparent with quotes and braces',
    send: byHttp((good) => ({ headers: { traceparent: '00-"}{"-1-01' }, body: { ...good.request(), intent: 1 } })),
    expected: 'invalid_request',
    because: 'what is no trace id is replaced by one of ours',
  },
  {
    attack: 'markup in the path',
    send: byRaw(() => 'GET /<script>alert(1)</script> HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    expected: 'not_found',
    because: 'answers are JSON and say so, with nosniff',
  },
  {
    attack: 'a secret in the query of an unknown path',
    send: byHttp(() => ({ method: 'GET', path: '/nowhere?access_token=hunter2' })),
    expected: 'not_found',
    because: 'queries are never repeated',
  },
  {
    attack: 'a secret where the JSON is wrong',
    send: byHttp(() => ({ body: '{"password": hunter2}' })),
    expected: 'invalid_request',
    because: "V8's message would quote it",
  },
  {
    attack: 'a password that does not fit its schema',
    send: byHttp((good) => ({
      body: { ...good.request('lab.act'), payload: { password: `hunter2${'x'.repeat(100)}` } },
    })),
    expected: 'payload_invalid',
    because: 'values are not repeated in problems',
  },
  {
    attack: 'a line break in the nonce',
    send: byHttp((good) => ({
      body: { ...good.request(), context: { ...good.request().context, nonce: 'n1\r\nX: y' } },
    })),
    expected: 'invalid_request',
    because: 'a nonce is one word',
  },
];
