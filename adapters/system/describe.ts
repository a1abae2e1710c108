import Type, { type Static } from 'typebox';
import type { AdapterHost, Catalogue } from '../../contracts/adapter.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { readResult, type SystemIntent } from './system-intent.ts';

const DescribePayload = Type.Object(
  {
    intent: Type.Optional(
      Type.String({ maxLength: 256, description: 'One intent key; left out: every intent, without schemas.' }),
    ),
  },
  { additionalProperties: false },
);

export const describe: SystemIntent = {
  declaration: {
    key: 'system.describe',
    title: 'Describe',
    description: 'Lists the intents and resource types on offer; with an intent key, its schemas and an example too.',
    effect: 'read',
    actions: ['describe'],
    requires: [],
    payload: DescribePayload,
    result: Type.Object(
      { intents: Type.Array(Type.Unknown()), resource_types: Type.Array(Type.Unknown()) },
      { additionalProperties: false },
    ),
    example: { payload: { intent: 'system.echo' }, resources: [] },
  },
  execute: (call, host) => {
    // `as`: the core checked the payload against the schema above
    const { intent } = call.payload as Static<typeof DescribePayload>;
    return readResult(describeCatalogue(host, intent));
  },
};

function describeCatalogue(host: AdapterHost, key: string | undefined): JsonObject {
  const { intents, resourceTypes } = host.catalogue();
  const wanted = key === undefined ? intents : intents.filter((intent) => intent.key === key);
  const types =
    key === undefined
      ? resourceTypes
      : resourceTypes.filter((type) => wanted.some((intent) => intent.requires.includes(type.type)));
  return {
    intents: wanted.map((intent) => (key === undefined ? summary(intent) : { ...summary(intent), ...schemas(intent) })),
    resource_types: types.map((type) => ({ ...type, states: [...type.states], targets: [...type.targets] })),
  };
}

function summary({
  key,
  title,
  description,
  effect,
  actions,
  requires,
  targets,
}: Catalogue['intents'][number]): JsonObject {
  return { key, title, description, effect, actions: [...actions], requires: [...requires], targets: [...targets] };
}

function schemas({ payload, result, example }: Catalogue['intents'][number]): JsonObject {
  return {
    payload_schema: asJson(payload),
    result_schema: asJson(result),
    example: asJson(example),
  };
}

/** Schemas are plain JSON; the copy leaves TypeBox's hidden type marks behind. */
function asJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)); // JSON.parse gives JSON
}
