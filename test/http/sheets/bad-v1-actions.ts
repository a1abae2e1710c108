import type { V1Action } from '../../../contracts/config/v1.ts';
import type { FailureKind } from '../../../contracts/failure.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import type { Sent } from '../exchange.ts';

const LEVER = { type: 'lever', state: 'on' } as const;

/** The actions that the sheet is written for, beside the built-in ones. */
export const LAB_ACTIONS: ReadonlyMap<string, V1Action> = new Map<string, V1Action>([
  ['echo', { intent: 'system.echo' }],
  ['pull', { intent: 'lab.pull', resource: LEVER }],
  ['act', { intent: 'lab.act', resource: LEVER, args: { what: 'do', shade: 'colour', secret: 'password' } }],
  ['paint', { intent: 'lab.act', selector_as: 'colour', payload: { do: 'finish' } }],
]);

/** One way to get an action wrong, and what an old client is told. */
export interface BadV1Action {
  readonly name: string;
  readonly because: string;
  /** The body, or the whole of what is sent. */
  readonly body?: unknown;
  readonly send?: Sent;
  readonly http: number;
  readonly kind: FailureKind;
  readonly field?: string;
  /** A part of the message. */
  readonly says: string;
  /** A part of the hint. */
  readonly hints?: string;
  /** Every pointer of `details.problems`, in order. */
  readonly pointers?: readonly string[];
  /** `none` where left out. */
  readonly effect?: Effect;
}

const good = { session_id: 's-1', action: 'echo', args: {} };
const invalid = { http: 400, kind: 'invalid_request' } as const;
const unfit = { http: 422, kind: 'payload_invalid' } as const;
const unknown = { http: 404, kind: 'no_route', field: 'action' } as const;

const BODIES: readonly BadV1Action[] = [
  { name: 'an empty body', because: 'there is nothing to do', body: '', ...invalid, says: 'The body is empty' },
  { name: 'no body', because: 'as above, without a type', send: {}, ...invalid, says: 'The body is empty' },
  {
    name: 'a body that is no JSON',
    because: 'also what the parser refuses has the v1 shape',
    body: '{"session_id": hunter2}',
    ...invalid,
    says: "The body cannot be read as JSON: Unexpected token 'h'",
  },
  {
    name: '__proto__ in args',
    because: 'it would reach a prototype',
    body: '{"session_id":"s","action":"echo","args":{"__proto__":{"a":1}}}',
    ...invalid,
    says: 'forbidden prototype property',
  },
  {
    name: 'a list',
    because: 'one action a call',
    body: [good],
    ...invalid,
    says: 'the request must be object, found array',
  },
  { name: 'null', because: 'JSON, and no action', body: 'null', ...invalid, says: 'must be object, found null' },
  {
    name: 'a content type that is no JSON',
    because: 'the one of its own is named',
    send: { body: 'action=click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    http: 415,
    kind: 'unsupported_media_type',
    field: 'Content-Type',
    says: 'application/json or application/vnd.mcp.v1+json',
  },
  {
    name: 'the content type of v2',
    because: 'it says that the body is a request, not an action',
    send: { body: good, headers: { 'content-type': 'application/vnd.mcp.v2+json' } },
    http: 415,
    kind: 'unsupported_media_type',
    field: 'Content-Type',
    says: 'found application/vnd.mcp.v2+json',
  },
  {
    name: 'a body above the limit',
    because: 'the limit is that of all bodies',
    body: { ...good, args: { text: 'x'.repeat(1_100_000) } },
    http: 413,
    kind: 'payload_too_large',
    says: 'The body may have 1048576 bytes',
  },
  {
    name: 'GET',
    because: 'the path is there, for POST',
    send: { method: 'GET' },
    http: 405,
    kind: 'method_not_allowed',
    says: '/mcp/v1 takes POST, found GET',
  },
];

const MEMBERS: readonly BadV1Action[] = [
  {
    name: 'nothing at all',
    because: 'everything that is missing is said at once',
    body: {},
    ...invalid,
    says: 'missing session_id (and 1 more',
    pointers: ['/session_id', '/action'],
  },
  {
    name: 'no session id',
    because: 'it becomes the business key',
    body: { action: 'echo' },
    ...invalid,
    field: 'session_id',
    says: 'missing session_id',
    hints: 'Becomes the business key',
  },
  {
    name: 'a session id that is a number',
    because: 'nothing is converted in silence',
    body: { ...good, session_id: 7 },
    ...invalid,
    field: 'session_id',
    says: 'session_id must be string, found number',
  },
  {
    name: 'a session id as long as a novel',
    because: 'a business key has 256 characters at most',
    body: { ...good, session_id: 'x'.repeat(257) },
    ...invalid,
    field: 'session_id',
    says: 'must have at most 256 characters',
  },
  {
    name: 'no action',
    because: 'there is nothing to do',
    body: { session_id: 's-1' },
    ...invalid,
    field: 'action',
    says: 'missing action',
  },
  {
    name: 'an empty action',
    because: 'there is nothing to do',
    body: { ...good, action: '' },
    ...invalid,
    field: 'action',
    says: 'action must not be empty',
  },
  {
    name: 'an action that is a list',
    because: 'one action a call',
    body: { ...good, action: ['echo'] },
    ...invalid,
    field: 'action',
    says: 'action must be string, found array',
  },
  {
    name: 'args as text',
    because: 'arguments have names',
    body: { ...good, args: 'hunter2' },
    ...invalid,
    field: 'args',
    says: 'args must be object, found string',
  },
  {
    name: 'args as a list',
    because: 'arguments have names',
    body: { ...good, args: [] },
    ...invalid,
    field: 'args',
    says: 'args must be object, found array',
  },
  {
    name: 'an empty selector',
    because: 'it names nothing',
    body: { ...good, action: 'pull', selector: '' },
    ...invalid,
    field: 'selector',
    says: 'selector must not be empty',
  },
  {
    name: 'a target that is an object',
    because: 'it is a selector by another name',
    body: { ...good, action: 'pull', target: { css: '#a' } },
    ...invalid,
    field: 'target',
    says: 'target must be string, found object',
  },
  {
    name: 'a member that v1 does not know',
    because: 'what is not understood might change what is meant',
    body: { ...good, params: {} },
    ...invalid,
    field: 'params',
    says: 'unknown property params',
    hints: 'did you mean args?',
  },
  {
    name: 'a request of v2',
    because: 'it came to the wrong door, and is shown the right one',
    body: { client_capabilities: {}, intent: { type: 'system', sub_type: 'echo' }, context: {}, resources: [] },
    ...invalid,
    says: 'missing session_id',
    hints: 'POST /mcp/v2',
    pointers: ['/session_id', '/action', '/client_capabilities', '/intent', '/context', '/resources'],
  },
  {
    name: 'a client as text',
    because: 'it has members',
    body: { ...good, client: 'chrome' },
    ...invalid,
    field: 'client',
    says: 'client must be object, found string',
  },
  {
    name: 'a sandbox that does not exist',
    because: 'the page that is acted on depends on it',
    body: { ...good, client: { execution_context: 'isolatd' } },
    ...invalid,
    field: 'client.execution_context',
    says: 'client.execution_context must be one of isolated, shared, dedicated; found "isolatd"',
    hints: 'did you mean isolated?',
  },
  {
    name: 'a client that takes next to nothing',
    because: 'an answer has to fit',
    body: { ...good, client: { max_payload_size: 10 } },
    ...invalid,
    field: 'client.max_payload_size',
    says: 'client.max_payload_size must be at least 1024',
  },
  {
    name: 'a body above its own max_payload_size',
    because: 'the limit is named as the client wrote it',
    body: { ...good, args: { text: 'x'.repeat(1024) }, client: { max_payload_size: 1024 } },
    http: 413,
    kind: 'payload_too_large',
    field: 'client.max_payload_size',
    says: 'more than the client.max_payload_size of 1024',
  },
  {
    name: 'an Idempotency-Key',
    because: 'a promise of single use is not ignored',
    send: { body: good, headers: { 'idempotency-key': '01J' } },
    ...invalid,
    says: 'Idempotency-Key asks for single use',
  },
  {
    name: 'several things at once',
    because: 'all of them are told, the unknown action too',
    body: { action: 'ehco', selector: '#a', target: '#b', args: 1, extra: true },
    ...invalid,
    says: 'missing session_id (and 4 more',
    pointers: ['/session_id', '/extra', '/args', '/target', '/action'],
  },
];

const ACTIONS: readonly BadV1Action[] = [
  {
    name: 'a misspelt action',
    because: 'the known ones are named, the nearest first',
    body: { ...good, action: 'ehco' },
    ...unknown,
    says: 'No action "ehco" here',
    hints: 'Known actions, the nearest first: echo, ',
  },
  {
    name: 'an action like none',
    because: 'the known ones are named all the same',
    body: { ...good, action: 'x'.repeat(300) },
    ...unknown,
    says: `No action "${'x'.repeat(63)}…" here`,
    hints: 'Known actions, the nearest first: echo, pull, act, paint.',
  },
  {
    name: 'an action called toString',
    because: 'names that every object inherits are names like any',
    body: { ...good, action: 'toString' },
    ...unknown,
    says: 'No action "toString" here',
  },
  {
    name: 'a built-in action that no target here can do',
    because: 'it is known, and its intent is not on offer',
    body: { ...good, action: 'click', selector: '#a' },
    ...unknown,
    says: 'click becomes ui_interaction.click, which no target here offers',
  },
  {
    name: 'an intent key as action',
    because: 'actions are those of the table only',
    body: { ...good, action: 'system.echo' },
    ...unknown,
    says: 'No action "system.echo" here',
  },
];

const PARTS: readonly BadV1Action[] = [
  {
    name: 'selector and target',
    because: 'they are two names for one thing',
    body: { ...good, action: 'pull', selector: 'left', target: 'right' },
    ...invalid,
    field: 'target',
    says: 'selector and target are the same thing',
  },
  {
    name: 'a selector that the action does not take',
    because: 'it would be ignored',
    body: { ...good, selector: '#a' },
    ...invalid,
    field: 'selector',
    says: 'echo takes no selector',
  },
  {
    name: 'a target that the action does not take',
    because: 'it is called as the client called it',
    body: { ...good, target: '#a' },
    ...invalid,
    field: 'target',
    says: 'echo takes no target',
  },
  {
    name: 'no selector where the action needs one',
    because: 'a precheck cannot be skipped by silence',
    body: { ...good, action: 'pull' },
    http: 409,
    kind: 'resource_missing',
    field: 'selector',
    says: 'pull acts on a lever, and the action names none',
    hints: '"selector": "left"',
  },
  {
    name: 'an argument by both of its names',
    because: 'whichever won, the client might have meant the other',
    body: { ...good, action: 'act', args: { do: 'finish', what: 'throw' } },
    ...invalid,
    field: 'args.what',
    says: 'args.do and args.what are the same thing for act',
  },
  {
    name: 'an argument that the selector gives already',
    because: 'as above',
    body: { ...good, action: 'paint', target: 'red', args: { colour: 'green' } },
    ...invalid,
    field: 'args.colour',
    says: 'target and args.colour are the same thing for paint',
  },
];

const PAYLOADS: readonly BadV1Action[] = [
  {
    name: 'an argument of the wrong type',
    because: 'it is called as the client called it',
    body: { ...good, action: 'act', args: { ms: 'hunter2' } },
    ...unfit,
    field: 'args.ms',
    says: 'args do not fit act: args.ms must be integer, found string',
    pointers: ['/args/ms'],
  },
  {
    name: 'a renamed argument of the wrong value',
    because: 'it is called as the client called it, and its value is not told',
    body: { ...good, action: 'act', args: { shade: 'hunter2', secret: 7 } },
    ...unfit,
    says: 'args do not fit act: args.',
    pointers: ['/args/secret', '/args/shade'],
  },
  {
    name: 'an argument that the intent does not take',
    because: 'the nearest is named',
    body: { ...good, action: 'act', args: { color: 'red' } },
    ...unfit,
    field: 'args.color',
    says: 'unknown property args.color',
    hints: 'did you mean colour?',
  },
  {
    name: 'a selector that gives a wrong value',
    because: 'it became a payload property, and is called a selector still',
    body: { ...good, action: 'paint', selector: 'blue' },
    ...unfit,
    field: 'selector',
    says: 'args do not fit paint: selector must be one of red, green',
    pointers: ['/selector'],
  },
];

const ACTS: readonly BadV1Action[] = [
  {
    name: 'an act that failed without effect',
    because: 'the status is the one of v2',
    body: { ...good, action: 'act', args: { do: 'fail', kind: 'rate_limited', effect: 'none' } },
    http: 429,
    kind: 'rate_limited',
    says: 'The lab failed, as asked',
  },
  {
    name: 'an act that failed after it had begun',
    because: 'it must not look like nothing happened',
    body: { ...good, action: 'act', args: { do: 'fail', kind: 'rate_limited', effect: 'partial' } },
    http: 200,
    kind: 'rate_limited',
    effect: 'partial',
    says: 'The lab failed, as asked',
  },
  {
    name: 'an act whose end nobody knows',
    because: 'as above',
    body: { ...good, action: 'act', args: { do: 'throw', secret: 'hunter2' } },
    http: 500,
    kind: 'internal',
    effect: 'unknown',
    says: 'Something broke inside the service',
  },
  {
    name: 'an act whose post-condition does not hold',
    because: 'done, and not as stated, is no success',
    body: { ...good, action: 'act', args: { what: 'contradict' } },
    http: 200,
    kind: 'postcondition_contradicted',
    effect: 'applied',
    says: 'The lever was pulled and is off',
  },
];

export const BAD_V1_ACTIONS: readonly BadV1Action[] = [
  ...BODIES,
  ...MEMBERS,
  ...ACTIONS,
  ...PARTS,
  ...PAYLOADS,
  ...ACTS,
];
