import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { compileErrorRules, type ErrorRules, type Matched } from '../../declarative/error-rules.ts';
import { takeCondition } from '../../declarative/take-condition.ts';
import { readResponse, type UpstreamResponse } from './read-response.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Asked, describe, effectOf, type Failed, translateNoAnswer, translateStatus } from './translate-answer.ts';
import { isReceived, type NoAnswer, type Received } from './upstream-answer.ts';

interface Rules {
  readonly success?: string | undefined;
  readonly errors?: ErrorRules | undefined;
}

/** An answer that is a good one; else what failed, and whether a rule of the configuration says so. */
export type Judged = { readonly response: UpstreamResponse } | { readonly failed: Failed; readonly byRule: boolean };
export type JudgeAnswer = (end: Received | NoAnswer | Failure, input: object, asked: Asked) => Judged;

/** Compiles which answers are good ones, and what the others stand for. */
export function compileJudge(
  language: Environment,
  { success, errors = [] }: Rules,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): JudgeAnswer {
  const wanted = takeCondition(language, success, [...path, 'success'], problems);
  const matchErrors = compileErrorRules(language, errors, [...path, 'errors'], problems);
  const judge = (end: Received, input: object, asked: Asked): Judged => {
    const { response, isReadable } = readResponse(end);
    const known = { ...input, response };
    const byStatus = isOk(response) ? undefined : translateStatus(response, asked);
    const matched = matchErrors(known);
    if (matched !== undefined) return { failed: failedByRule(matched, response, byStatus, asked), byRule: true };
    const isGood = wanted === undefined ? byStatus === undefined : wanted.judge(known) === true;
    if (!isGood) return { failed: byStatus ?? unwanted(response, asked), byRule: false };
    return isReadable ? { response } : { failed: garbled(response, asked), byRule: false };
  };
  return (end, input, asked) => {
    if (isFailure(end)) return { failed: { effect: effectOf(asked, 'none'), failure: end }, byRule: false };
    return isReceived(end) ? judge(end, input, asked) : { failed: translateNoAnswer(end, asked), byRule: false };
  };
}

function isOk({ status }: UpstreamResponse): boolean {
  return status >= 200 && status < 300;
}

/** A rule says what an answer stands for, the upstream when to come again. */
function failedByRule(
  matched: Matched,
  { headers }: UpstreamResponse,
  byStatus: Failed | undefined,
  asked: Asked,
): Failed {
  const waitMs = retryAfterMs(headers['retry-after'], Date.now());
  const said = asked.isRead ? 'none' : matched.effect;
  return {
    effect: said ?? byStatus?.effect ?? effectOf(asked, 'unknown'),
    failure: waitMs === undefined ? matched.failure : { ...matched.failure, retryAfterMs: waitMs },
  };
}

function unwanted(response: UpstreamResponse, asked: Asked): Failed {
  const message = `${asked.target} answered ${response.status} to ${asked.what}, and not what \`success\` asks for`;
  return {
    effect: effectOf(asked, 'unknown'),
    failure: failure('adapter_failed', message, { details: describe(response) }),
  };
}

function garbled(response: UpstreamResponse, asked: Asked): Failed {
  const message = `${asked.target} answered ${response.status} to ${asked.what} with a body that says it is JSON and is none, or is nested too deeply`;
  return {
    effect: effectOf(asked, 'unknown'),
    failure: failure('adapter_misbehaved', message, { details: describe(response) }),
    transient: false,
  };
}
