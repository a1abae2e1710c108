import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { compilePairs } from './compile-pairs.ts';

type Headers = Readonly<Record<string, string>>;
export type FillHeaders = (input: object) => Headers | Failure;

/** What frames a request on its connection, and what is set by the service itself. */
const OURS =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|traceparent|transfer-encoding|upgrade|accept-encoding)$/i;
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;
/** A line break would begin a header of the caller's own, and what is beyond Latin-1 has no form in a header. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Compiles header templates; names are put into lower case. */
export function compileHeaders(
  language: Environment,
  templates: object,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): FillHeaders {
  problems.push(...checkHeaderNames(Object.keys(templates), path));
  const fill = compilePairs(language, templates, 'header', path, problems);
  return (input) => {
    const pairs = fill(input);
    if (isFailure(pairs)) return pairs;
    const bad = pairs.find(([, value]) => !VALUE.test(value));
    if (bad !== undefined) return refuseValue(bad[0]);
    return joined(pairs);
  };
}

/** One header of several values is their list (RFC 9110 §5.3). */
function joined(pairs: readonly (readonly [string, string])[]): Headers {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

export function checkHeaderNames(names: readonly string[], path: OptionProblem['path']): OptionProblem[] {
  return names.flatMap((name): OptionProblem[] => {
    if (!TOKEN.test(name)) return [{ path: [...path, name], message: `"${name}" is no name of a header` }];
    if (!OURS.test(name)) return [];
    return [{ path: [...path, name], message: `the header "${name}" is set by the service`, hint: 'leave it out' }];
  });
}

export function isHeaderValue(value: string): boolean {
  return VALUE.test(value);
}

function refuseValue(name: string): Failure {
  return failure(
    'payload_invalid',
    `The value of the header "${name}" holds a line break or a character that headers can't`,
    {
      hint: 'Nothing was sent. Headers take one line of Latin-1: send other texts encoded, or in the body.',
    },
  );
}
