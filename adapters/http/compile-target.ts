import type { OptionProblem } from '../../contracts/adapter.ts';
import { takeCondition } from '../../declarative/take-condition.ts';
import type { Condition } from '../../expressions/compile-condition.ts';
import { checkAuth } from './auth/check-auth.ts';
import { checkHeaderNames, isHeaderValue } from './compile-headers.ts';
import { compilePath } from './compile-path.ts';
import { compileIntent, type HttpIntent } from './http-intent.ts';
import type { HttpOptions } from './http-options.ts';
import { compileResourceType, type HttpResourceType } from './http-resource-type.ts';
import { openLanguages } from './languages.ts';

/** Everything that a configuration says of a target, compiled once, and what is wrong with it. */
export interface CompiledTarget {
  readonly intents: ReadonlyMap<string, HttpIntent>;
  readonly resourceTypes: ReadonlyMap<string, HttpResourceType>;
  readonly healthy: Condition | undefined;
  readonly problems: readonly OptionProblem[];
}

export function compileTarget(options: HttpOptions): CompiledTarget {
  const problems: OptionProblem[] = [];
  const languages = openLanguages();
  const { base_url: baseUrl, auth, headers = {}, health, intents = {}, resource_types: types = {} } = options;
  problems.push(...checkBase(baseUrl), ...checkFixedHeaders(headers));
  if (auth !== undefined) problems.push(...checkAuth(auth, ['auth']));
  if (health !== undefined) {
    const path = compilePath(languages.health, health.path);
    if ('problem' in path) problems.push({ path: ['health', 'path'], message: `the path ${path.problem}` });
  }
  return {
    intents: new Map(
      Object.entries(intents).map(([key, section]) => [
        key,
        compileIntent(languages, key, section, ['intents', key], problems),
      ]),
    ),
    resourceTypes: new Map(
      Object.entries(types).map(([type, section]) => [
        type,
        compileResourceType(languages, type, section, ['resource_types', type], problems),
      ]),
    ),
    healthy: takeCondition(languages.health, health?.healthy, ['health', 'healthy'], problems),
    problems,
  };
}

function checkBase(text: string): OptionProblem[] {
  const path = ['base_url'];
  if (!URL.canParse(text)) return [{ path, message: 'this is no address', hint: 'https://scanner.example/api' }];
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') {
    return [{ path, message: 'the address holds credentials', hint: 'put them under auth, as basic' }];
  }
  if (search === '' && hash === '') return [];
  return [{ path, message: 'the address holds a query or a fragment', hint: 'paths are put behind it' }];
}

function checkFixedHeaders(headers: Readonly<Record<string, string>>): OptionProblem[] {
  const bad = Object.entries(headers).filter(([, value]) => !isHeaderValue(value));
  return [
    ...checkHeaderNames(Object.keys(headers), ['headers']),
    ...bad.map(([name]) => ({ path: ['headers', name], message: 'this is no value of a header' })),
  ];
}
