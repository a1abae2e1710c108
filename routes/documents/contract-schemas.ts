import type { Catalogue, IntentDeclaration } from '../../contracts/adapter.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { splitIntentKey } from '../../contracts/request.ts';
import { toJson } from './example-request.ts';
import { rebaseReferences } from './rebase-references.ts';

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * `components.schemas` of a document: the contracts by name, each written once, and the payload and result of every intent
 * on offer. `Request` is the contract `Envelope` with its payload bound to its intent.
 */
export function contractSchemas(contracts: Readonly<Record<string, object>>, { intents }: Catalogue): JsonObject {
  const names = new Map(Object.entries(contracts).map(([name, schema]) => [JSON.stringify(schema), name]));
  const written = Object.entries(contracts).map(([name, schema]) => [name, referMembers(toJson(schema), names)]);
  const ofIntents = intents.flatMap((intent) => [
    ofIntent(payloadName(intent), intent.payload),
    ofIntent(resultName(intent), intent.result),
  ]);
  return { Request: requestSchema(intents), ...Object.fromEntries([...written, ...ofIntents]) };
}

function ofIntent(name: string, schema: object): readonly [string, JsonValue] {
  return [name, rebaseReferences(toJson(schema), `#/components/schemas/${name}`)];
}

export const payloadName = ({ key }: IntentDeclaration): string => `Payload.${componentName(key)}`;
export const resultName = ({ key }: IntentDeclaration): string => `Result.${componentName(key)}`;

/** OpenAPI allows letters, digits, dot, hyphen and underscore in a component's name; an intent key may hold a slash too. */
function componentName(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9._-]/g, '_');
}

/** The envelope, with the payload bound to the schema of the intent that is named. */
function requestSchema(intents: readonly IntentDeclaration[]): JsonObject {
  const payloads = intents.map((intent): JsonObject => {
    const key = splitIntentKey(intent.key);
    const named: JsonObject = {
      properties: Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { const: value }])),
      ...(key.sub_type === undefined ? { not: { required: ['sub_type'] } } : {}),
      required: Object.keys(key),
    };
    return {
      if: { properties: { intent: named }, required: ['intent'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, in a document that is never awaited
      then: { properties: { payload: refTo(payloadName(intent)) } },
    };
  });
  return { title: 'Request', allOf: [refTo('Envelope'), ...payloads] };
}

function referMembers(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((member) => refer(member, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, refer(member, names)]));
}

/** A member that says the same as a named schema becomes a reference to it. */
function refer(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  const name = names.get(JSON.stringify(value));
  return name === undefined ? referMembers(value, names) : refTo(name);
}
