import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { toList, toObject } from './list-operations.ts';
import { sampleValue } from './sample-value.ts';

type Fits = (value: JsonValue) => boolean;

/**
 * A payload that fits its schema: what must be there, as the document gives examples of it, else made to fit. Undefined where neither
 * fits.
 */
export type ChooseExample = (
  payload: JsonObject,
  examples: ReadonlyMap<string, readonly JsonValue[]>,
) => JsonObject | undefined;

export function createExampleChooser(): ChooseExample {
  const compile = createCompiler();
  return (payload, examples) => {
    const definitions = toObject(payload.$defs);
    const required = toList(payload.required).map(String);
    const wanted = (examples.get('body')?.length ?? 0) > 0 ? new Set([...required, 'body']) : new Set(required);
    const members = Object.entries(toObject(payload.properties))
      .filter(([key]) => wanted.has(key))
      .map(([key, schema]) => ({
        key,
        schema,
        candidates: [...(examples.get(key) ?? []), sampleValue(schema, definitions)],
      }));
    const first = Object.fromEntries(members.map(({ key, candidates }) => [key, candidates[0] ?? null]));
    const fits = compile(payload);
    if (fits(first)) return first;
    const fitting = members.flatMap(({ key, schema, candidates }): [string, JsonValue][] => {
      const member = candidates.find(compile({ ...toObject(schema), $defs: definitions }));
      return member === undefined ? [] : [[key, member]];
    });
    const whole = Object.fromEntries(fitting);
    return fits(whole) ? whole : undefined;
  };
}

/** Compiles as the service does. A schema that it can't compile fits nothing here, and is told of where it is checked. */
function createCompiler(): (schema: JsonObject) => Fits {
  const ajv = new Ajv2020({ strictTypes: false, unicode: false, logger: false });
  addFormats.default(ajv);
  ajv.addFormat('password', true);
  return (schema) => {
    try {
      const fits = ajv.compile(schema);
      ajv.removeSchema(schema);
      return (value) => fits(value) === true;
    } catch {
      return () => false;
    }
  };
}
