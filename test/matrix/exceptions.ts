import { isRecord } from '../../src/core/is-record.ts';
import type { Facts } from './facts.ts';
import type { Said, Scenario } from './scenario.ts';

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

/** Everything in which a transport answers otherwise than plain HTTP does, with its reason. There is nothing else. */
const EXCEPTIONS: readonly Exception[] = [
  {
    over: ['sse'],
    because: 'a stream tells progress before the outcome, and is never compressed',
    of: ({ scenario, said }) => scenario.isUnread === undefined && takesStream(said),
    instead: ({ scenario }) => ({ progress: scenario.expects.progress ?? [], encoding: undefined }),
  },
  {
    over: ['sse'],
    because: 'once progress was told, the head of the response is gone',
    of: ({ facts: { progress } }) => progress !== undefined && progress.length > 0,
    instead: () => ({ http: 200, resourceStatus: undefined, retryAfter: undefined }),
  },
];

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
