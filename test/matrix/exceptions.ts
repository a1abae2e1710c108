import { isUtf8 } from 'node:buffer';
import { expect } from 'vitest';
import { isRecord } from '../../src/core/is-record.ts';
import { type Facts, inNoWords } from './facts.ts';
import type { Said, Scenario } from './scenario.ts';
import { TOO_LARGE } from './scenarios/refused.ts';

interface Exception {
  /** Names of drivers. */
  readonly over: readonly string[];
  readonly because: string;
  /** All scenarios where left out. */
  readonly of?: (one: Run) => boolean;
  /** What comes instead of what comes over plain HTTP. */
  readonly instead: (one: Run) => Partial<Facts>;
}

interface Run {
  readonly scenario: Scenario;
  readonly said: Said;
  /** As far as the exceptions before this one say. */
  readonly facts: Facts;
}

const ANY_TEXT: unknown = expect.any(String);

const CLOSED: Partial<Facts> = { answer: undefined, progress: undefined, isTraced: false };

/** Everything in which a transport answers otherwise than plain HTTP does, with its reason. There is nothing else. */
const EXCEPTIONS: readonly Exception[] = [
  {
    over: ['sse'],
    because: 'a stream tells progress before the outcome, and is never compressed',
    of: ({ scenario: { isUnread, meanwhile }, said }) =>
      isUnread === undefined && meanwhile !== 'leave' && takesStream(said),
    instead: ({ scenario }) => ({ progress: scenario.expects.progress ?? [], encoding: undefined }),
  },
  {
    over: ['sse'],
    because: 'once progress was told, the head of the response is gone',
    of: ({ facts: { progress } }) => progress !== undefined && progress.length > 0,
    instead: () => ({ http: 200, resourceStatus: undefined, retryAfter: undefined }),
  },
  {
    over: ['websocket'],
    because: 'a frame has no status and no headers, and is never compressed',
    of: ({ scenario: { meanwhile } }) => meanwhile !== 'leave',
    instead: () => ({ http: undefined, resourceStatus: undefined, retryAfter: undefined, encoding: undefined }),
  },
  {
    over: ['websocket'],
    because: 'progress comes in frames of its own, to those that take it',
    of: ({ scenario: { meanwhile } }) => meanwhile !== 'leave',
    instead: ({ scenario, said }) => ({ progress: takesStream(said) ? (scenario.expects.progress ?? []) : [] }),
  },
  {
    over: ['websocket'],
    because: 'a frame is counted whole: what names the request in it takes its bytes too',
    of: ({ facts: { answer } }) => has(answer, 'payload_too_large'),
    instead: ({ facts }) => ({ answer: withError(facts, { message: ANY_TEXT, details: expect.anything() }) }),
  },
  {
    over: ['websocket'],
    because: 'where no frame could be read, nobody knows what trace it named, and it is the frame that is wrong',
    of: ({ scenario }) => scenario.isUnread === true,
    instead: ({ facts }) => ({
      isTraced: false,
      answer: withError(facts, { message: expect.stringMatching(/^The frame /), hint: ANY_TEXT }),
    }),
  },
  {
    over: ['websocket'],
    because: 'the key of an upgrade would count for all requests of its connection: none of them is read',
    of: ({ said: { headers } }) => headers?.['idempotency-key'] !== undefined,
    instead: ({ facts }) => ({
      answer: unread(withError(facts, { field: 'context.nonce', message: ANY_TEXT, hint: ANY_TEXT })),
    }),
  },
  {
    over: ['websocket'],
    because: 'RFC 6455 has the connection closed on text that is not UTF-8',
    of: ({ said: { body } }) => Buffer.isBuffer(body) && !isUtf8(body),
    instead: () => ({ ...CLOSED, closed: 1007 }),
  },
  {
    over: ['websocket'],
    because: 'what is larger than a frame may be is not read to its end, and the connection is closed',
    of: ({ scenario: { name } }) => name === TOO_LARGE.name,
    instead: () => ({ ...CLOSED, closed: 1009 }),
  },
  {
    over: ['polling'],
    because: 'the response itself is a 200: when to try again stands in the answer',
    of: ({ scenario }) => scenario.isUnread === undefined,
    instead: () => ({ retryAfter: undefined }),
  },
  {
    over: ['polling'],
    because: 'a client that goes away does not cancel: it, or another, polls again',
    of: ({ scenario: { meanwhile } }) => meanwhile === 'leave',
    instead: ({ said }) => ({
      http: 200,
      wasLeft: false,
      answer: { outcome: { status: 'fulfilled', effect: isRead(said) ? 'none' : 'applied' } },
    }),
  },
  {
    over: ['polling'],
    because: 'progress is kept until it is polled',
    of: ({ scenario: { isUnread, meanwhile } }) => isUnread === undefined && meanwhile !== 'leave',
    instead: ({ scenario }) => ({ progress: scenario.expects.progress ?? [] }),
  },
  {
    over: ['v1'],
    because: 'the door for the old style has another shape, and knows neither contexts nor verification',
    of: ({ scenario: { meanwhile } }) => meanwhile !== 'leave',
    instead: ({ facts }) => ({ answer: inV1(facts) }),
  },
];

/** What the v1 door makes of an answer, words left out. */
function inV1({ answer }: Facts): unknown {
  const { status, effect, result, error } = isRecord(answer) && isRecord(answer.outcome) ? answer.outcome : {};
  return {
    success: status === 'fulfilled',
    data: result ?? null,
    ...(isRecord(error) && { error: inNoWords({ ...error, effect }) }),
  };
}

/** The same answer with something else about its error. */
function withError({ answer }: Facts, part: Readonly<Record<string, unknown>>): unknown {
  const { outcome, ...rest } = isRecord(answer) ? answer : {};
  const { error, ...more } = isRecord(outcome) ? outcome : {};
  return { ...rest, outcome: { ...more, error: { ...(isRecord(error) && error), ...part } } };
}

/** The same answer, of a request that was not looked into. */
function unread(answer: unknown): unknown {
  return { ...(isRecord(answer) && answer), intent: null, context: null };
}

function has(answer: unknown, code: string): boolean {
  return JSON.stringify(answer)?.includes(`"code":"${code}"`) ?? false;
}

function isRead({ body }: Said): boolean {
  return isRecord(body) && isRecord(body.intent) && body.intent.sub_type === 'read';
}

/** Of a client that says so, in the body or the header, nothing else than a stream is expected. */
function takesStream({ body, headers = {} }: Said): boolean {
  const inHeader = headers['x-client-capabilities'];
  const capabilities = isRecord(body) ? (body.client_capabilities ?? readJson(inHeader)) : undefined;
  return isRecord(capabilities) && capabilities.supports_streaming === true;
}

function readJson(text = 'null'): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What must come over this transport, where this came over plain HTTP. */
export function expectedOver(driver: string, scenario: Scenario, said: Said, plain: Facts): Facts {
  let facts = plain;
  for (const { over, of, instead } of EXCEPTIONS) {
    const one = { scenario, said, facts };
    if (over.includes(driver) && (of === undefined || of(one))) facts = { ...facts, ...instead(one) };
  }
  return facts;
}
