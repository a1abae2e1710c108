import type { Parameter } from './read-parameters.ts';
import { memberOf } from './template-texts.ts';

/** The path of an operation as a template, or why it can be none. */
export function compilePath(
  path: string,
  parameters: readonly Parameter[],
): { readonly template: string } | { readonly unreadable: string } {
  if (!path.startsWith('/')) return { unreadable: 'its path does not begin with /' };
  if (/[?#\\\p{Cc}]/u.test(path)) return { unreadable: 'its path holds more than a path' };
  if (path.split('/').some(isDotSegment))
    return { unreadable: 'its path has a segment . or .., which leads elsewhere' };
  const inPath = new Map(
    parameters.filter(({ place }) => place === 'path').map((parameter) => [parameter.name, parameter]),
  );
  const used = new Set<string>();
  const unknown: string[] = [];
  const template = path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!/^\{[^{}]*\}$/.test(part)) return encodeLiteral(part);
      const parameter = inPath.get(part.slice(1, -1));
      if (parameter === undefined) unknown.push(part);
      else used.add(parameter.name);
      return parameter === undefined ? '' : `{{ ${memberOf('payload', parameter.key)} }}`;
    })
    .join('');
  if (unknown.length > 0) return { unreadable: `its path holds ${unknown.join(', ')}, which is no parameter of it` };
  if (/[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, '')))
    return { unreadable: 'its path holds braces that enclose no parameter' };
  const [left] = [...inPath.keys()].filter((name) => !used.has(name));
  return left === undefined ? { template } : { unreadable: `its path has no place for the parameter ${left}` };
}

function isDotSegment(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

/** What may not stand in a path as it is; escapes that are there already stay. */
function encodeLiteral(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]|%(?![0-9A-Fa-f]{2})/gu, encodeURIComponent);
}
