import type { JsonObject } from '../../contracts/json.ts';

/** Of a value that came as JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
