import { isSecretName, isSecretParameter } from '../../contracts/secrets.ts';
import type { McpTargetOptions } from './mcp-options.ts';

/** What the server is given that nobody else may be told: it may repeat it in its complaints. */
export function secretsOf({ url, bearer, headers = {}, environment = {} }: McpTargetOptions): string[] {
  return [
    ...(bearer === undefined ? [] : [bearer]),
    ...named(headers).flatMap((value) => [value, ...value.split(' ')]),
    ...named(environment),
    ...(url === undefined
      ? []
      : [...new URL(url).searchParams].flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []))),
  ];
}

function named(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
}
