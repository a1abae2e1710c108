import type { Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../../contracts/json.ts';
import { EXPRESSION } from '../../expressions/compile-template.ts';
import { nodesOf, readExpression } from '../../expressions/read-expression.ts';

/**
 * Whether a template in JSON reads our id of the request. The word alone proves nothing: `payload.request_id` is what a caller chose,
 * and a key is no template.
 */
export function readsRequestId(language: Environment, json: JsonValue): boolean {
  if (typeof json === 'string') {
    return [...json.matchAll(EXPRESSION)].some(([, source = '']) => isReadBy(language, source.trim()));
  }
  return (
    typeof json === 'object' && json !== null && Object.values(json).some((member) => readsRequestId(language, member))
  );
}

function isReadBy(language: Environment, source: string): boolean {
  const read = readExpression(language, source);
  return 'parsed' in read && nodesOf(read.parsed.ast).some(({ op, args }) => op === 'id' && args === 'request_id');
}
