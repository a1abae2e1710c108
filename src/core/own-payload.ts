import type { JsonObject } from '../../contracts/json.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { CompiledIntent } from './catalogue.ts';

/** The payload as the schema and the adapter of an intent see it: without what it brings for guards alone. */
export function ownPayload({ forGuards }: CompiledIntent, request: WaybillRequest): JsonObject {
  const payload = request.payload as JsonObject; // `as`: it came out of JSON.parse
  if (!forGuards.some((name) => Object.hasOwn(payload, name))) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !forGuards.includes(name)));
}
