import { dottedPath } from '../problems.ts';

/** Where the parts of a translated request came from: what its failures speak of is said in the client's own words. */
export interface V1Words {
  readonly action: string;
  /** The one of the two names that the client used. */
  readonly selector: 'selector' | 'target';
  /** JSON pointer into the action, by payload property. */
  readonly sources: ReadonlyMap<string, string>;
}

/** `/args/value` for `/payload/text`, where `value` is what the client sent. */
export function sayPointer(words: V1Words, pointer: string): string {
  const [, part, property, ...rest] = pointer.split('/');
  const tail = rest.map((segment) => `/${segment}`).join('');
  switch (part) {
    case 'payload':
      if (property === undefined) return '/args';
      return `${words.sources.get(unescaped(property)) ?? `/args/${property}`}${tail}`;
    case 'resources':
      return property === undefined ? pointer : `/${words.selector}`;
    case 'client_capabilities':
      return property === undefined ? '/client' : `/client/${property}${tail}`;
    case 'intent':
      return '/action';
    default:
      return pointer;
  }
}

/** A dotted path, as `sayPointer`. */
export function sayField(words: V1Words, field: string): string {
  // The context is minted for the action; nothing but the way of its intent can be wrong with it.
  return field === 'context.id' ? 'action' : dottedPath(sayPointer(words, `/${field.replaceAll('.', '/')}`));
}

/** Not where a quote, a word or a `#` stands before it: that is a selector of the client's, which stays as it was sent. */
const FIELDS = /(?<![\w.#"'`[-])(?:payload\.\w+|resources\.(?:\d+\.)?\w+|client_capabilities\.\w+)/g;

export function sayText(words: V1Words, text: string): string {
  return text.replaceAll(FIELDS, (field) => sayField(words, field));
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
