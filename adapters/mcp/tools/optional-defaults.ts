import { isJsonObject, type JsonObject } from '../../../contracts/json.ts';

/**
 * A schema that asks for nothing that has a default. Some generators write down what a tool gets once defaults are filled in, and call
 * those properties required, while the server takes calls without them.
 */
export function withOptionalDefaults(schema: JsonObject): JsonObject {
  const { required, properties } = schema;
  if (!Array.isArray(required) || !isJsonObject(properties)) return schema;
  const needed = required.filter((name) => {
    const property = typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !isJsonObject(property) || property.default === undefined;
  });
  return needed.length === required.length ? schema : { ...schema, required: needed };
}
