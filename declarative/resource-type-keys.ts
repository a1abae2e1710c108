import Type, { type Static } from 'typebox';
import type { ResourceTypeDeclaration } from '../contracts/adapter.ts';

/** What a configuration says of a resource type, whatever kind of target looks at it. */
export const RESOURCE_TYPE_KEYS = {
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description: 'Left out: its name.' })),
  states: Type.Array(Type.String({ pattern: '^[a-z0-9_]{1,64}$', description: 'a name of a-z, 0-9 and _' }), {
    minItems: 1,
    maxItems: 64,
    uniqueItems: true,
    description: 'The states that a request may expect.',
  }),
  identifier: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'What an identifier looks like, for callers.' }),
  ),
  cacheable: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether what was seen may be used again within the client's resource_cache_ttl.",
    }),
  ),
};

const ResourceTypeSection = Type.Object(RESOURCE_TYPE_KEYS);
export type ResourceTypeSection = Static<typeof ResourceTypeSection>;

export const RESOURCE_TYPE_PATTERN = '^[a-z][a-z0-9_]{0,63}$';

/** The declaration of a resource type as a configuration describes it. */
export function declareResourceType(type: string, section: ResourceTypeSection): ResourceTypeDeclaration {
  const { description = type, states, identifier = `The name of a ${type}.`, cacheable = false } = section;
  return { type, description, states, identifier, cacheable };
}
