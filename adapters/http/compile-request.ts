import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import { takeJsonTemplate } from '../../declarative/take-json-template.ts';
import { unfillable } from '../../declarative/translate-unjudged.ts';
import { compileTemplate } from '../../expressions/compile-template.ts';
import { isUnjudged } from '../../expressions/compile-value.ts';
import { compileHeaders } from './compile-headers.ts';
import { compilePairs, encodePairs } from './compile-pairs.ts';
import { compilePath } from './compile-path.ts';
import type { Destination, OutgoingRequest } from './outgoing-request.ts';
import type { Method, RequestSection } from './request-keys.ts';

export interface RequestTemplate {
  readonly method: Method;
  fill(input: object): OutgoingRequest | Failure;
}

type Path = OptionProblem['path'];
type FillText = (input: object) => string | undefined | Failure;

/** Compiles a request; what is wrong with it goes to `problems`, placed behind `path`. */
export function compileRequest(
  language: Environment,
  section: RequestSection,
  path: Path,
  problems: OptionProblem[],
): RequestTemplate {
  const method = section.method ?? (hasBody(section) ? 'POST' : 'GET');
  problems.push(...checkRequest(section, method, path));
  const fillTo = compileDestination(language, section, path, problems);
  const fillQuery = compilePairs(language, section.query ?? {}, 'query', [...path, 'query'], problems);
  const fillHeaders = compileHeaders(language, section.headers ?? {}, [...path, 'headers'], problems);
  const fillBody = compileBody(language, section, path, problems);
  const type = section.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    fill: (input) => {
      const to = fillTo(input);
      if (isFailure(to)) return to;
      const query = encodePairs(fillQuery(input));
      if (isFailure(query)) return query;
      const headers = fillHeaders(input);
      if (isFailure(headers)) return headers;
      const body = fillBody(input);
      if (isFailure(body)) return body;
      const typed = body === undefined ? headers : { 'content-type': type, ...headers };
      return { method, to: withQuery(to, query), headers: typed, body };
    },
  };
}

function hasBody({ body, form }: RequestSection): boolean {
  return body !== undefined || form !== undefined;
}

function checkRequest(section: RequestSection, method: Method, path: Path): OptionProblem[] {
  const problems: OptionProblem[] = [];
  const { body, form, url } = section;
  if ((section.path === undefined) === (url === undefined)) {
    problems.push({ path, message: 'a request needs a path, or where it may have one a url, and not both' });
  }
  if (body !== undefined && form !== undefined) {
    problems.push({
      path: [...path, 'form'],
      message: 'a request has a body or a form',
      hint: 'leave one of them out',
    });
  }
  if (hasBody(section) && (method === 'GET' || method === 'HEAD')) {
    problems.push({
      path: [...path, 'method'],
      message: `a ${method} has no body`,
      hint: 'send it as query, or with POST',
    });
  }
  return problems;
}

function compileDestination(
  language: Environment,
  section: RequestSection,
  path: Path,
  problems: OptionProblem[],
): (input: object) => Destination | Failure {
  const key = section.url === undefined ? 'path' : 'url';
  const text = section.url ?? section.path ?? '/';
  const fill = key === 'path' ? compilePath(language, text) : compileUrl(language, text);
  if (!('problem' in fill)) return fill;
  problems.push({
    path: [...path, key],
    message: `the template ${fill.problem}`,
    ...(fill.hint !== undefined && { hint: fill.hint }),
  });
  return () => ({ path: '/' });
}

function compileUrl(language: Environment, text: string) {
  const template = compileTemplate(language, text);
  if ('problem' in template) return template;
  return (input: object): Destination | Failure => {
    const rendered = template.render(input);
    return 'text' in rendered ? { url: rendered.text } : unfillable(rendered, 'url');
  };
}

function compileBody(
  language: Environment,
  { body, form }: RequestSection,
  path: Path,
  problems: OptionProblem[],
): FillText {
  if (form !== undefined) {
    const fill = compilePairs(language, form, 'form', [...path, 'form'], problems);
    return (input) => encodePairs(fill(input));
  }
  const template = takeJsonTemplate(language, body, [...path, 'body'], problems);
  if (template === undefined) return () => undefined;
  return (input) => {
    const filled = template.fill(input);
    if (isUnjudged(filled)) return unfillable(filled, 'body');
    return filled.value === undefined ? undefined : JSON.stringify(filled.value);
  };
}

function withQuery(to: Destination, query: string): Destination {
  if (query === '') return to;
  if ('path' in to) return { path: `${to.path}?${query}` };
  return { url: `${to.url}${to.url.includes('?') ? '&' : '?'}${query}` };
}
