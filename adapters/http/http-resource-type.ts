import type { Call, Observation, OptionProblem, ResourceTypeDeclaration } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { declareResourceType } from '../../declarative/resource-type-keys.ts';
import { compileStateReader } from '../../declarative/state-reader.ts';
import { probeInput } from '../../declarative/template-input.ts';
import { compileRequest } from './compile-request.ts';
import type { AtTarget } from './http-intent.ts';
import type { ResourceTypeOptions } from './http-options.ts';
import type { Languages } from './languages.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { readResponse } from './read-response.ts';
import { type Asked, translateNoAnswer, translateStatus } from './translate-answer.ts';
import { isReceived, type NoAnswer, type Received } from './upstream-answer.ts';

export interface HttpResourceType {
  readonly declaration: ResourceTypeDeclaration;
  probe(resource: Resource, call: Call, signal: AbortSignal, at: AtTarget): Promise<Observation | Failure>;
}

/** Compiles how resources of a type are looked at; what is wrong goes to `problems`, placed behind `path`. */
export function compileResourceType(
  languages: Languages,
  type: string,
  section: ResourceTypeOptions,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): HttpResourceType {
  const request = compileRequest(languages.probe, section, path, problems);
  const readState = compileStateReader(languages.observed, section, path, problems);
  problems.push(...checkProbe(section, path));
  const { no_answer: noAnswer } = section;
  return {
    declaration: declareResourceType(type, section),
    probe: async (resource, call, signal, at) => {
      const input = probeInput(resource, call);
      const filled = request.fill(input);
      if (isFailure(filled)) return filled;
      const asked: Asked = { target: at.target, what: `a look at a ${type}`, isRead: true, hasBegun: false };
      const end = await look(filled, call, signal, at);
      if (isFailure(end)) return end;
      if (!isReceived(end)) return unseen(end, asked, noAnswer);
      note(resource, call, filled, end, at);
      const { response } = readResponse(end);
      const observed = readState({ ...input, response });
      // An upstream that answers 500 says nothing of the resource: then that is what is wrong, not how it was read.
      const isBad = response.status < 200 || response.status > 299;
      return isFailure(observed) && isBad ? translateStatus(response, asked).failure : observed;
    },
  };
}

function checkProbe(
  { method = 'GET', url, no_answer: noAnswer, states }: ResourceTypeOptions,
  path: OptionProblem['path'],
): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (url !== undefined && method !== 'GET' && method !== 'HEAD') {
    problems.push({
      path: [...path, 'method'],
      message: 'an address that a caller names is looked at with GET or HEAD',
    });
  }
  if (noAnswer !== undefined && !states.includes(noAnswer)) {
    problems.push({
      path: [...path, 'no_answer'],
      message: `"${noAnswer}" is none of the states`,
      hint: `one of ${states.join(', ')}`,
    });
  }
  return problems;
}

/** The address is the caller's where there is a `url`: the upstream's credentials are not for it, even if it is the upstream's own. */
function look(request: OutgoingRequest, call: Call, signal: AbortSignal, { upstream }: AtTarget) {
  const { to } = request;
  return 'url' in to
    ? upstream.askElsewhere(request, to.url, { signal })
    : upstream.ask(request, { signal, traceparent: call.traceparent });
}

function unseen(end: NoAnswer, asked: Asked, noAnswer: string | undefined): Observation | Failure {
  if (end.why === 'refused') {
    return failure('forbidden', `The address of the resource may not be looked at: ${end.detail}`, {
      field: 'resources.identifier',
    });
  }
  if (noAnswer !== undefined && (end.why === 'unreachable' || end.why === 'broken')) {
    return { state: noAnswer, reason: 'no_answer' };
  }
  return translateNoAnswer(end, asked).failure;
}

function note(
  resource: Resource,
  call: Call,
  request: OutgoingRequest,
  { headers }: Received,
  { upstream, tags }: AtTarget,
): void {
  const path = 'path' in request.to ? upstream.locate(request) : undefined;
  if (path !== undefined) tags.note(call, resource, path, headers.etag);
}
