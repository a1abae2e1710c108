import type { Acted } from '../../contracts/adapter.ts';
import { type Failure, type FailureKind, failure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Effect } from '../../contracts/outcome.ts';
import { maskSecrets } from '../../contracts/secrets.ts';
import type { UpstreamResponse } from './read-response.ts';
import { retryAfterMs } from './retry-after.ts';
import type { NoAnswer } from './upstream-answer.ts';

/** Characters of a body in a failure; secrets are looked for in somewhat more, as a cut one is no longer found. */
const MOST_SAID = 500;
const MOST_MASKED = 8192;

/** What failed, how far it had come, and whether trying again at once may well help. */
export type Failed = Acted & { readonly failure: Failure };

/** What is asked of the upstream, for messages: `scanner`, `security.scan_start`. */
export interface Asked {
  readonly target: string;
  readonly what: string;
  readonly isRead: boolean;
  /** Whether what it asks about has begun before: then no answer can say that nothing was done. */
  readonly hasBegun: boolean;
}

/** How far an act had come, where this request alone had come so far. */
export function effectOf({ isRead, hasBegun }: Asked, effect: Effect): Effect {
  if (isRead) return 'none';
  return hasBegun && effect === 'none' ? 'unknown' : effect;
}

/** What a status that is no success stands for where no rule of the configuration says it. */
export function translateStatus(response: UpstreamResponse, asked: Asked): Failed {
  const { target, what } = asked;
  const { status, headers } = response;
  const { kind, because, effect, transient } = meaningOf(status, headers);
  const waitMs = retryAfterMs(headers['retry-after'], Date.now());
  return {
    effect: effectOf(asked, effect),
    transient,
    failure: failure(kind, `${target} answered ${status} to ${what}: ${because}`, {
      details: describe(response),
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    }),
  };
}

interface Meaning {
  readonly kind: FailureKind;
  readonly because: string;
  /** Of an act that is no read. */
  readonly effect: Effect;
  readonly transient: boolean;
}

function meaningOf(status: number, headers: UpstreamResponse['headers']): Meaning {
  const known = MEANINGS[status];
  if (status === 503) {
    // A proxy answers 503 too where the connection broke behind it; who names a time has looked at the request and sent it away.
    const isSentAway = headers['retry-after'] !== undefined;
    return {
      kind: 'adapter_unavailable',
      because: 'it is overloaded or down',
      effect: isSentAway ? 'none' : 'unknown',
      transient: true,
    };
  }
  if (known !== undefined) return known;
  if (status >= 500) return { kind: 'adapter_failed', because: 'it failed', effect: 'unknown', transient: false };
  if (status >= 400)
    return { kind: 'adapter_failed', because: 'it refused the request', effect: 'none', transient: false };
  return {
    kind: 'adapter_failed',
    because: 'which is not among the answers that it is configured to give',
    effect: 'unknown',
    transient: false,
  };
}

const redirect: Meaning = {
  kind: 'adapter_failed',
  because: 'a redirect, which is not followed',
  effect: 'unknown',
  transient: false,
};
const credentials = (because: string): Meaning => ({
  kind: 'adapter_failed',
  because,
  effect: 'none',
  transient: false,
});
const gateway = (because: string): Meaning => ({
  kind: 'adapter_unavailable',
  because,
  effect: 'unknown',
  transient: true,
});

const MEANINGS: Readonly<Record<number, Meaning>> = {
  301: redirect,
  302: redirect,
  303: redirect,
  307: redirect,
  308: redirect,
  401: credentials('it does not take the credentials of this service'),
  403: credentials('the credentials of this service do not allow it'),
  408: { kind: 'adapter_failed', because: 'it did not get the request in time', effect: 'unknown', transient: true },
  425: { kind: 'adapter_failed', because: 'it was too early', effect: 'none', transient: true },
  429: { kind: 'rate_limited', because: 'it was asked too often', effect: 'none', transient: true },
  501: { kind: 'adapter_failed', because: 'it has no such thing', effect: 'none', transient: false },
  502: gateway('a gateway could not reach what is behind it'),
  504: gateway('a gateway waited in vain for what is behind it'),
};

/** Why no answer came, as a failure with its effect. */
export function translateNoAnswer({ why, sent, detail }: NoAnswer, asked: Asked): Failed {
  const { target, what } = asked;
  const effect = effectOf(asked, sent ? 'unknown' : 'none');
  const sentence = NO_ANSWERS[why];
  const message = `${target} ${sentence.words.replace('%', detail)} (${what})`;
  return { effect, transient: sentence.transient, failure: failure(sentence.kind, message) };
}

const NO_ANSWERS: Readonly<
  Record<NoAnswer['why'], { readonly kind: FailureKind; readonly words: string; readonly transient: boolean }>
> = {
  stopped: { kind: 'cancelled', words: 'was no longer waited for', transient: false },
  unreachable: { kind: 'adapter_unavailable', words: "can't be reached: %", transient: true },
  broken: {
    kind: 'adapter_unavailable',
    words: 'ended the connection before its answer was whole: %',
    transient: true,
  },
  unreadable: { kind: 'adapter_misbehaved', words: 'answered what is no HTTP: %', transient: false },
  too_large: {
    kind: 'adapter_misbehaved',
    words: 'answered more than max_response_bytes allows (%), and was cut off',
    transient: false,
  },
  refused: { kind: 'adapter_misbehaved', words: 'named an address that may not be connected to: %', transient: false },
};

/** What an upstream said, short and without what looks like a secret. */
export function describe({ status, headers, body }: UpstreamResponse): JsonObject {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { location } = headers;
  return {
    status,
    ...(body !== null && { body: say(text) }),
    ...(location !== undefined && { location: say(location) }),
  };
}

function say(text: string): string {
  return maskSecrets(text.slice(0, MOST_MASKED)).slice(0, MOST_SAID);
}
