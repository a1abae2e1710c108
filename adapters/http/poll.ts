import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '@marcbachmann/cel-js';
import type { Acted, Call, OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { hideInProgress } from '../../declarative/hide-secrets.ts';
import { compileProgressReader, type ReadProgress } from '../../declarative/progress-reader.ts';
import type { ReadAnswer } from '../../declarative/read-answer.ts';
import { takeCondition } from '../../declarative/take-condition.ts';
import { callInput } from '../../declarative/template-input.ts';
import { unreadable } from '../../declarative/translate-unjudged.ts';
import type { Condition } from '../../expressions/compile-condition.ts';
import { compileRequest, type RequestTemplate } from './compile-request.ts';
import type { PollSection } from './http-options.ts';
import { compileJudge, type JudgeAnswer } from './judge-answer.ts';
import type { UpstreamResponse } from './read-response.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Asked, describe, effectOf, type Failed } from './translate-answer.ts';
import type { Upstream } from './upstream.ts';

const DEFAULT_EVERY_MS = 1000;
/** Looks that may fail on end before the operation is given up: an upstream that restarts is back by then. */
const MOST_FAILED_LOOKS = 3;
/** For a cancel request in all, and how much of it is waited for: who has cancelled wants to hear soon that it has. */
const CANCEL_MS = 5000;
const CANCEL_WAIT_MS = 500;

/** An operation that has begun, and is looked after until it ends. */
export interface Operation {
  follow(start: UpstreamResponse, call: Call, asked: Asked, upstream: Upstream, read: ReadAnswer): Promise<Acted>;
}

/** Compiles how an operation is looked after; what is wrong goes to `problems`, placed behind `path`. */
export function compilePoll(
  language: Environment,
  section: PollSection,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Operation {
  const { every_ms: everyMs = DEFAULT_EVERY_MS, cancel } = section;
  const parts: Parts = {
    everyMs,
    look: compileRequest(language, section, path, problems),
    judge: compileJudge(language, { errors: section.errors }, path, problems),
    hasEnded: takeCondition(language, section.until, [...path, 'until'], problems),
    readProgress: compileProgressReader(language, section.progress ?? {}, [...path, 'progress'], problems),
    cancel: cancel === undefined ? undefined : compileRequest(language, cancel, [...path, 'cancel'], problems),
  };
  return {
    follow: (start, call, asked, upstream, read) => new Following(parts, start, call, asked, upstream).run(read),
  };
}

interface Parts {
  readonly everyMs: number;
  readonly look: RequestTemplate;
  readonly judge: JudgeAnswer;
  readonly hasEnded: Condition | undefined;
  readonly readProgress: ReadProgress;
  readonly cancel: RequestTemplate | undefined;
}

class Following {
  readonly #parts: Parts;
  readonly #call: Call;
  readonly #asked: Asked;
  readonly #upstream: Upstream;
  readonly #start: UpstreamResponse;
  readonly #input: object;
  #latest: UpstreamResponse;
  #failedLooks = 0;

  constructor(parts: Parts, start: UpstreamResponse, call: Call, asked: Asked, upstream: Upstream) {
    this.#parts = parts;
    this.#call = call;
    this.#asked = { ...asked, what: `a look at ${asked.what}`, hasBegun: true };
    this.#upstream = upstream;
    this.#start = start;
    this.#latest = start;
    this.#input = { ...callInput(call), start };
  }

  async run(read: ReadAnswer): Promise<Acted> {
    let header = this.#start.headers['retry-after'];
    for (;;) {
      const waitMs = Math.max(this.#parts.everyMs, retryAfterMs(header, Date.now()) ?? 0);
      await this.#upstream.pause(waitMs, this.#call.signal);
      if (this.#call.signal.aborted) return this.#stop();
      const seen = await this.#look();
      if (this.#call.signal.aborted) return this.#stop();
      const end = seen === undefined ? undefined : this.#endOf(seen, read);
      if (end !== undefined) return end;
      header = this.#latest.headers['retry-after'];
    }
  }

  /** Undefined: it could not be looked at this time. */
  async #look(): Promise<{ readonly response: UpstreamResponse } | Failed | undefined> {
    const request = this.#parts.look.fill(this.#known());
    if (isFailure(request)) return this.#fail(startedOtherwise(request, this.#asked));
    const judged = this.#parts.judge(await this.#upstream.ask(request, this.#call), this.#input, this.#asked);
    if ('response' in judged) {
      this.#failedLooks = 0;
      return judged;
    }
    this.#failedLooks += 1;
    const { failed, byRule } = judged;
    if (!byRule && failed.transient === true && this.#failedLooks < MOST_FAILED_LOOKS) return undefined;
    return this.#fail(failed.failure, failed.effect);
  }

  /** Undefined: the operation goes on. */
  #endOf(seen: { readonly response: UpstreamResponse } | Failed, read: ReadAnswer): Acted | undefined {
    if ('failure' in seen) return seen;
    this.#latest = seen.response;
    const known = this.#known();
    const hasEnded = this.#parts.hasEnded?.judge(known) ?? false;
    if (hasEnded === true) return read(known);
    if (hasEnded !== false) return this.#fail(unreadable(hasEnded, 'state of the operation'));
    const progress = this.#parts.readProgress(known);
    if (progress !== undefined) this.#call.progress(hideInProgress(progress, this.#upstream.hideSecrets));
    return undefined;
  }

  /** It has begun, and to begin it anew would have it twice. */
  #fail(why: Failure, effect: Acted['effect'] = effectOf(this.#asked, 'unknown')): Failed {
    const details = { ...why.details, start: describe(this.#start) };
    return { effect, failure: { ...why, details }, transient: false };
  }

  async #stop(): Promise<Failed> {
    const isEnded = await this.#cancel();
    const words = isEnded ? 'and the upstream was told to end it' : 'and goes on at the upstream, as far as is known';
    const why = failure('cancelled', `${this.#asked.what} is no longer waited for, ${words}`);
    return this.#fail(why, effectOf(this.#asked, isEnded ? 'partial' : 'unknown'));
  }

  async #cancel(): Promise<boolean> {
    const request = this.#parts.cancel?.fill(this.#known());
    if (request === undefined || isFailure(request)) return false;
    const sender = { signal: AbortSignal.timeout(CANCEL_MS), traceparent: this.#call.traceparent };
    const end = this.#upstream.ask(request, sender);
    const answered = await Promise.race([end, delay(CANCEL_WAIT_MS, undefined, { ref: false })]);
    return answered !== undefined && 'response' in this.#parts.judge(answered, this.#input, this.#asked);
  }

  #known() {
    return { ...this.#input, response: this.#latest };
  }
}

/** What the upstream began with is what the next request is made of: where it can't be, that is the upstream's doing. */
function startedOtherwise(unfilled: Failure, { target, what }: Asked): Failure {
  return failure(
    'adapter_misbehaved',
    `${target} began otherwise than its configuration expects: ${what} can't be asked for`,
    {
      ...(unfilled.details !== undefined && { details: unfilled.details }),
    },
  );
}
