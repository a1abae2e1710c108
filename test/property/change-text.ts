import fc from 'fast-check';

/** A change of a text, wherever the text is that long. */
export interface TextChange {
  readonly kind: 'replace' | 'insert' | 'remove' | 'swap' | 'cut' | 'double' | 'upper';
  readonly at: number;
  readonly by: string;
}

/** Mostly characters that such a text has anyway; sometimes any. */
const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCXYZ-_.=') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\0', '%', '٣', '０', '​') },
);

export const textChange: fc.Arbitrary<TextChange> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'insert', 'remove', 'swap', 'cut', 'double', 'upper'),
  at: fc.nat(),
  by: character,
});

export function changeText(text: string, { kind, at, by }: TextChange): string {
  const index = at % text.length;
  const before = text.slice(0, index);
  const here = text.charAt(index);
  const after = text.slice(index + 1);
  switch (kind) {
    case 'replace':
      return before + by + after;
    case 'insert':
      return before + by + here + after;
    case 'remove':
      return before + after;
    case 'swap':
      return before + after.slice(0, 1) + here + after.slice(1);
    case 'cut':
      return before;
    case 'double':
      return text + text.slice(index);
    case 'upper':
      return before + here.toUpperCase() + after;
  }
}
