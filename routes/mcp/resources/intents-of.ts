import type { CompiledIntent } from '../../../src/core/catalogue.ts';
import type { Core } from '../../../src/core/core.ts';
import type { Permissions } from '../../../src/core/permissions.ts';
import { mayCall } from '../../../src/core/tools/tool.ts';

/** The intents that a principal may ask for, somewhere, by their keys in order. */
export function intentsOf({ offers, routes }: Core, permissions: Permissions): readonly CompiledIntent[] {
  return [...offers.intents.entries()]
    .filter(([key, intent]) => mayCall(permissions, { intent, routes: routes.get(key) ?? [] }))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, intent]) => intent);
}
