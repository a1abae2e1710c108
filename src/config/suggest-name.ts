import { nearest } from '../core/nearest.ts';

/** `did you mean "x"?`, or the list of what there is. */
export function suggestName(name: string, known: readonly string[]): string {
  const [best] = nearest(name, known, 1);
  return best === undefined ? `known here: ${known.join(', ')}` : `did you mean "${best}"?`;
}
