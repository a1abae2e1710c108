import type { EffectClass } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';

/** What repeating a tool does, as its server says: what says nothing may do more each time. */
export function effectOf({ annotations }: JsonObject): EffectClass {
  const { readOnlyHint, idempotentHint, destructiveHint } = Object(annotations) as JsonObject; // `as`: any member
  if (readOnlyHint === true) return 'read';
  return idempotentHint === true && destructiveHint === false ? 'idempotent' : 'unsafe';
}
