import type { TSchema } from 'typebox';

interface DescribedKind {
  readonly kind: string;
  /** Schema of a target's section, `kind` left out. */
  readonly options: TSchema;
}

/** The schema of the whole config file: `base`, with each target under `adapters` described by its kind's own options. */
export function configSchema(base: TSchema, kinds: readonly DescribedKind[]): object {
  // A JSON copy: `base` is shared with the parser and must stay as it is.
  const copy = JSON.parse(JSON.stringify(base)) as { properties: { adapters: Targets } }; // `as`: Config has `adapters`
  const { adapters } = copy.properties;
  if (kinds.length === 0) return copy;
  for (const [pattern, { properties = {} }] of Object.entries(adapters.patternProperties)) {
    adapters.patternProperties[pattern] = { oneOf: kinds.map((kind) => targetSchema(kind, properties)) };
  }
  return copy;
}

interface Targets {
  readonly patternProperties: Record<string, { readonly properties?: object; readonly oneOf?: readonly object[] }>;
}

/** `shared` are the keys that every target may have, whatever its kind. */
function targetSchema({ kind, options }: DescribedKind, shared: object): object {
  // `as`: the options of a target are an object, as every section of the file is.
  const {
    properties = {},
    required = [],
    ...rest
  } = JSON.parse(JSON.stringify(options)) as {
    properties?: object;
    required?: string[];
  };
  return { ...rest, properties: { ...shared, kind: { const: kind }, ...properties }, required: ['kind', ...required] };
}
