import type { Acted } from '../../contracts/adapter.ts';
import { type Failure, type FailureKind, failure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Effect } from '../../contracts/outcome.ts';
import { sayShortly } from '../../declarative/say-shortly.ts';
import type { UpstreamResponse } from './read-response.ts';
import { retryAfterMs } from './retry-after.ts';
import { meaningOf } from './status-meaning.ts';
import type { NoAnswer } from './upstream-answer.ts';

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
  const { kind, because, transient, ...meaning } = meaningOf(status, headers['retry-after'] !== undefined);
  const waitMs = retryAfterMs(headers['retry-after'], Date.now());
  const effect = effectOf(asked, meaning.effect);
  const hint = meaning.hint ?? (effect === 'none' ? undefined : LOOK_FIRST);
  return {
    effect,
    transient,
    failure: failure(kind, `${target} answered ${status} to ${what}: ${because}`, {
      details: describe(response),
      ...(hint !== undefined && { hint }),
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    }),
  };
}

const LOOK_FIRST = 'It may have been done all the same: look before you send it again.';

/** Why no answer came, as a failure with its effect. */
export function translateNoAnswer({ why, sent, detail }: NoAnswer, asked: Asked): Failed {
  const { target, what } = asked;
  const effect = effectOf(asked, sent ? 'unknown' : 'none');
  const { kind, words, transient, hint } = NO_ANSWERS[why];
  const message = `${target} ${words}${detail === '' ? '' : `: ${detail}`} (${what})`;
  return { effect, transient, failure: failure(kind, message, { hint: effect === 'none' ? hint : LOOK_FIRST }) };
}

interface Silence {
  readonly kind: FailureKind;
  readonly words: string;
  readonly transient: boolean;
  /** What to do where it had no effect. */
  readonly hint: string;
}

const NO_ANSWERS: Readonly<Record<NoAnswer['why'], Silence>> = {
  stopped: {
    kind: 'cancelled',
    words: 'was no longer waited for',
    transient: false,
    hint: 'Nothing was done by then.',
  },
  unreachable: {
    kind: 'adapter_unavailable',
    words: "can't be reached",
    transient: true,
    hint: 'Nothing was sent. Whether it runs, and `base_url` leads to it, is for its operator to see.',
  },
  broken: {
    kind: 'adapter_unavailable',
    words: 'ended the connection before its answer was whole',
    transient: true,
    hint: 'Nothing was changed: the same may be sent again.',
  },
  unreadable: {
    kind: 'adapter_misbehaved',
    words: 'answered what is no HTTP',
    transient: false,
    hint: 'Whether `base_url` leads to an HTTP server is for its operator to see.',
  },
  too_large: {
    kind: 'adapter_misbehaved',
    words: 'answered more bytes than `max_response_bytes` allows, and was cut off',
    transient: false,
    hint: 'Ask for less at once, or raise `max_response_bytes` of the target.',
  },
  refused: {
    kind: 'adapter_misbehaved',
    words: 'named an address that may not be connected to',
    transient: false,
    hint: 'Where it is meant to be reached, `outbound.allow` of the configuration opens it.',
  },
};

/** What an upstream said, short and without what looks like a secret. */
export function describe({ status, headers, body }: UpstreamResponse): JsonObject {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { location } = headers;
  return {
    status,
    ...(body !== null && { body: sayShortly(text) }),
    ...(location !== undefined && { location: sayShortly(location) }),
  };
}
