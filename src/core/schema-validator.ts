import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { linearPatterns } from '../../expressions/linear-patterns.ts';

/** Returns what is wrong with a value (everything at once with `all`, else the first thing), or undefined where it fits. */
export type CheckSchema = (value: unknown, all: boolean) => readonly ErrorObject[] | undefined;

export type CompileSchema = (schema: TSchema) => CheckSchema;

/** Bodies above this size are told their first problem only: a megabyte of wrong array items would make a million errors. */
export const ALL_PROBLEMS_BYTES = 65_536;

/**
 * Compiles schemas, at boot. `verbose` keeps the schema beside each error for the hints. Lengths are counted in UTF-16
 * units: counting code points cost 2 µs a request; `logger: false` keeps ajv from calling that option deprecated.
 */
export function createSchemaCompiler(): CompileSchema {
  return compileBy(createAjv(false), createAjv(true));
}

/** For the schemas of others. Their patterns may be slow, by accident or on purpose; those of the contracts are not. */
export function createOfferCompiler(): CompileSchema {
  const code = { regExp: linearPatterns };
  return compileBy(createAjv(false, { code }), createAjv(true, { code }));
}

/** Each schema, by its object, is compiled once for as long as it is there: some milliseconds. */
function compileBy(first: Ajv2020, every: Ajv2020): CompileSchema {
  const known = new WeakMap<TSchema, CheckSchema>();
  const compile = (schema: TSchema): CheckSchema => {
    const validate = first.compile(schema);
    const explain = every.compile(schema);
    for (const ajv of [first, every]) ajv.removeSchema(schema); // ajv would keep it for good
    return (value, all) => {
      if (validate(value)) return undefined;
      if (!all) return validate.errors ?? [];
      explain(value);
      return explain.errors ?? [];
    };
  };
  return (schema) => {
    const check = known.get(schema) ?? compile(schema);
    known.set(schema, check);
    return check;
  };
}

function createAjv(allErrors: boolean, options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors,
    verbose: true,
    unicode: false,
    // Schemas of upstreams have keywords and formats of their own.
    strict: false,
    logger: false,
  });
  addFormats.default(ajv);
  ajv.addFormat('password', true); // an annotation for documents, no rule
  return ajv;
}
