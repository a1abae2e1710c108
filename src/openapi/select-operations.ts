import { nearest } from '../core/nearest.ts';
import type { ImportWishes } from './import-wishes.ts';
import type { Operation } from './list-operations.ts';

/** The operations of a wished tag or a wished name; every one without wishes. */
export function selectOperations(
  operations: readonly Operation[],
  { tags, operations: names }: Pick<ImportWishes, 'tags' | 'operations'>,
): { readonly operations: readonly Operation[] } | { readonly problem: string } {
  if (operations.length === 0) return { problem: 'the document has no operations' };
  const known = { tags: new Set(operations.flatMap((one) => one.tags)), names: new Set(operations.flatMap(namesOf)) };
  const tag = tags.find((wanted) => !known.tags.has(wanted));
  if (tag !== undefined) return { problem: `no operation has the tag "${tag}"; ${suggest(tag, known.tags)}` };
  const name = names.find((wanted) => !known.names.has(wanted));
  if (name !== undefined) return { problem: `there is no operation "${name}"; ${suggest(name, known.names)}` };
  if (tags.length + names.length === 0) return { operations };
  return {
    operations: operations.filter(
      (operation) =>
        operation.tags.some((one) => tags.includes(one)) || namesOf(operation).some((one) => names.includes(one)),
    ),
  };
}

const namesOf = ({ name, operationId }: Operation): string[] => [
  ...(operationId === undefined ? [] : [operationId]),
  name,
];

const MOST_SUGGESTED = 10;

function suggest(wanted: string, known: ReadonlySet<string>): string {
  const best = nearest(wanted, known, 3);
  if (best.length > 0) return `did you mean ${best.map((name) => `"${name}"`).join(' or ')}?`;
  const some = [...known].slice(0, MOST_SUGGESTED).join(', ');
  return known.size === 0 ? 'the document has none' : `there are ${some}${known.size > MOST_SUGGESTED ? ', …' : ''}`;
}
