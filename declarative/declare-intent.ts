import type { EffectClass, IntentDeclaration } from '../contracts/adapter.ts';
import type { JsonObject } from '../contracts/json.ts';
import type { IntentSection } from './intent-keys.ts';

const NOTHING = { type: 'object', additionalProperties: false };

/** The declaration of an intent as a configuration describes it. */
export function declareIntent(key: string, section: IntentSection, effect: EffectClass): IntentDeclaration {
  const { title = key, description = title, requires = [], payload = NOTHING, result = {}, example = {} } = section;
  return {
    key,
    title,
    description,
    effect,
    actions: section.actions ?? [key.slice(key.lastIndexOf('.') + 1)],
    requires,
    payload,
    result,
    // `as`: read from YAML, as JSON; the schema of the section says no more than that it is an object
    example: { payload: (example.payload ?? {}) as JsonObject, resources: example.resources ?? [] },
  };
}
