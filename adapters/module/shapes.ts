import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import secureJson from 'secure-json-parse';
import Type, { type Static, type TSchema } from 'typebox';
import type { Acted, Health, Observation } from '../../contracts/adapter.ts';
import { FAILURE_KINDS, type Failure } from '../../contracts/failure.ts';
import { Effect, Verification } from '../../contracts/outcome.ts';
import { type Progress, Progress as ProgressShape } from '../../contracts/progress.ts';
import { Resource } from '../../contracts/resource.ts';

/** Characters of a name in a message. */
const MOST_NAMED = 64;

const Details = Type.Record(Type.String(), Type.Unknown());

const FailureShape = Type.Object(
  {
    kind: Type.Enum(FAILURE_KINDS),
    message: Type.String({ minLength: 1, maxLength: 4096 }),
    field: Type.Optional(Type.String({ maxLength: 1024 })),
    hint: Type.Optional(Type.String({ maxLength: 4096 })),
    retryAfterMs: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400_000 })),
    details: Type.Optional(Details),
  },
  { additionalProperties: false },
);

const ActedShape = Type.Object(
  {
    effect: Effect,
    result: Type.Optional(Type.Unknown()),
    verification: Type.Optional(Verification),
    failure: Type.Optional(FailureShape),
    transient: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const ObservationShape = Type.Object(
  {
    state: Type.String(),
    reason: Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,64}$' })),
    details: Type.Optional(Details),
  },
  { additionalProperties: false },
);

const HealthShape = Type.Object(
  {
    status: Type.Enum(['healthy', 'degraded', 'unhealthy']),
    detail: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  { additionalProperties: false },
);

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 64 });
const Schema = Type.Record(Type.String(), Type.Unknown());

const IntentShape = Type.Object(
  {
    key: Type.String({ pattern: '^(?!system(\\.|$))[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_./-]{1,128})?$' }),
    title: Type.String({ minLength: 1, maxLength: 256 }),
    description: Type.String({ minLength: 1, maxLength: 4096 }),
    effect: Type.Enum(['read', 'idempotent', 'unsafe']),
    actions: Texts,
    requires: Texts,
    payload: Schema,
    result: Schema,
    example: Type.Object({ payload: Details, resources: Type.Array(Resource) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

const ResourceTypeShape = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 64 }),
    description: Type.String({ minLength: 1, maxLength: 4096 }),
    states: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 256 }),
    identifier: Type.String({ minLength: 1, maxLength: 1024 }),
    cacheable: Type.Boolean(),
  },
  { additionalProperties: false },
);

const DeclaredShape = Type.Object(
  {
    intents: Type.Array(IntentShape, { maxItems: 1000 }),
    resourceTypes: Type.Array(ResourceTypeShape, { maxItems: 1000 }),
    outages: Type.Optional(Type.Array(Type.Enum(FAILURE_KINDS))),
  },
  { additionalProperties: false },
);
export type DeclaredShape = Static<typeof DeclaredShape>;

/** A value that has its shape, or what is wrong with it. */
export type Read<Value> = { readonly value: Value } | { readonly wrong: string };

/** What a module gives, read from JSON and held to its shape: what it is told to be is no proof that it is. */
export function compileShapes() {
  const ajv = new Ajv2020({ strict: false, unicode: false, logger: false });
  addFormats.default(ajv);
  const checker = <Value>(shape: TSchema): ((value: unknown) => Read<Value>) => {
    const fits = ajv.compile<Value>(shape);
    return (value) => (fits(value) ? { value } : { wrong: describe(fits.errors?.[0]) });
  };
  // What is read from JSON is JSON, which the shapes leave open.
  const observation = checker<Observation>(ObservationShape);
  const failed = checker<Failure>(FailureShape);
  const acted = checker<Acted>(ActedShape);
  const health = checker<Health>(HealthShape);
  const progress = checker<Progress>(ProgressShape);
  const declared = checker<DeclaredShape>(DeclaredShape);
  return {
    acted: (json: string) => acted(parse(json)),
    observed: (json: string): Read<Observation | Failure> => {
      const value = parse(json);
      return isObject(value) && 'kind' in value ? failed(value) : observation(value);
    },
    health: (json: string) => health(parse(json)),
    progress: (json: string) => progress(parse(json)),
    declared: (json: string) => declared(parse(json)),
  };
}
export type Shapes = ReturnType<typeof compileShapes>;

/** Keys that reach into prototypes wherever they are copied are left out. Undefined: it is no JSON. */
function parse(json: string): unknown {
  try {
    return secureJson.parse(json, { protoAction: 'remove', constructorAction: 'remove' });
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function describe(error: ErrorObject | undefined): string {
  const { additionalProperty, allowedValues }: { additionalProperty?: unknown; allowedValues?: unknown } =
    error?.params ?? {};
  const name = typeof additionalProperty === 'string' ? `: ${additionalProperty.slice(0, MOST_NAMED)}` : '';
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return `${error?.instancePath || 'it'} ${error?.message}${name}${allowed}`;
}
