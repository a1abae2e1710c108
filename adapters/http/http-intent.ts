import type { Acted, Call, EffectClass, IntentDeclaration, OptionProblem } from '../../contracts/adapter.ts';
import { failure, isFailure } from '../../contracts/failure.ts';
import { declareIntent } from '../../declarative/declare-intent.ts';
import { compileAnswerReader, type ReadAnswer } from '../../declarative/read-answer.ts';
import { callInput } from '../../declarative/template-input.ts';
import { compileRequest, type RequestTemplate } from './compile-request.ts';
import type { EntityTags } from './entity-tags.ts';
import type { IntentOptions } from './http-options.ts';
import { compileJudge, type JudgeAnswer } from './judge-answer.ts';
import type { Languages } from './languages.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { compilePoll, type Operation } from './poll.ts';
import type { Method } from './request-keys.ts';
import type { Asked, Failed } from './translate-answer.ts';
import type { Upstream } from './upstream.ts';

/** What an act needs of its target. */
export interface AtTarget {
  readonly target: string;
  readonly upstream: Upstream;
  readonly tags: EntityTags;
}

export interface HttpIntent {
  readonly declaration: IntentDeclaration;
  execute(call: Call, at: AtTarget): Promise<Acted>;
}

/** RFC 9110 §9.2: what repeating a request does. */
const EFFECTS: Readonly<Record<Method, EffectClass>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'idempotent',
  DELETE: 'idempotent',
  POST: 'unsafe',
  PATCH: 'unsafe',
};

/** Compiles one intent; what is wrong with it goes to `problems`, placed behind `path`. */
export function compileIntent(
  languages: Languages,
  key: string,
  section: IntentOptions,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): HttpIntent {
  const request = compileRequest(languages.call, section, path, problems);
  const declaration = declareIntent(key, section, section.effect ?? EFFECTS[request.method]);
  const judge = compileJudge(languages.answer, section, path, problems);
  const { returns = '{{ response.body }}', verify } = section;
  const ended = section.poll === undefined ? languages.answer : languages.poll;
  const reading = { returns, ...(verify !== undefined && { verify }) };
  const read = compileAnswerReader(ended, reading, declaration.effect, path, problems);
  const poll =
    section.poll === undefined ? undefined : compilePoll(languages.poll, section.poll, [...path, 'poll'], problems);
  return new CompiledIntent(declaration, request, judge, read, poll, section.if_match);
}

class CompiledIntent implements HttpIntent {
  readonly declaration: IntentDeclaration;
  readonly #request: RequestTemplate;
  readonly #judge: JudgeAnswer;
  readonly #read: ReadAnswer;
  readonly #poll: Operation | undefined;
  readonly #ifMatch: string | undefined;

  constructor(
    declaration: IntentDeclaration,
    request: RequestTemplate,
    judge: JudgeAnswer,
    read: ReadAnswer,
    poll: Operation | undefined,
    ifMatch: string | undefined,
  ) {
    this.declaration = declaration;
    this.#request = request;
    this.#judge = judge;
    this.#read = read;
    this.#poll = poll;
    this.#ifMatch = ifMatch;
  }

  async execute(call: Call, at: AtTarget): Promise<Acted> {
    const input = callInput(call);
    const request = this.#request.fill(input);
    if (isFailure(request)) return { effect: 'none', failure: request };
    const { key, effect } = this.declaration;
    const asked: Asked = { target: at.target, what: key, isRead: effect === 'read', hasBegun: false };
    const { conditional, condition } = this.#makeConditional(request, call, at);
    const end = await at.upstream.ask(conditional, call);
    const judged = this.#judge(end, input, asked);
    if ('failed' in judged)
      return condition === undefined ? judged.failed : changedSince(judged.failed, call, condition);
    const { response } = judged;
    if (this.#poll !== undefined) return this.#poll.follow(response, call, asked, at.upstream, this.#read);
    return this.#read({ ...input, response });
  }

  #makeConditional(request: OutgoingRequest, call: Call, { upstream, tags }: AtTarget) {
    const condition =
      this.declaration.effect === 'read' || 'if-match' in request.headers
        ? undefined
        : tags.find(call, upstream.locate(request), this.#ifMatch);
    if (condition === undefined) return { conditional: request, condition };
    return { conditional: { ...request, headers: { ...request.headers, 'if-match': condition.tag } }, condition };
  }
}

/** 412: what the probe saw is no longer so. */
function changedSince(failed: Failed, call: Call, { resource }: NonNullable<ReturnType<EntityTags['find']>>): Failed {
  if (failed.failure.details?.status !== 412) return failed;
  const { type, identifier, state } = resource;
  return {
    effect: 'none',
    failure: failure(
      'resource_state_mismatch',
      `${type} ${identifier.slice(0, 100)} was changed after it had been looked at`,
      {
        field: `resources.${call.resources.indexOf(resource)}.state`,
        hint: 'Nothing was done. Look at it again, and send what is still wanted.',
        details: { resources: [{ type, identifier, expected_state: state, actual_state: 'changed' }] },
      },
    ),
  };
}
