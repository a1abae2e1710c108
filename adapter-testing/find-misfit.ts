import type { TSchema } from 'typebox';
import { translateSchemaErrors } from '../src/core/problems.ts';
import type { CompileSchema } from '../src/core/schema-validator.ts';

/** What of a value does not fit a schema, compiled as the core compiles it; undefined where all fits. */
export function findMisfit(compile: CompileSchema, schema: TSchema, value: unknown): string | undefined {
  const errors = compile(schema)(value, true);
  if (errors === undefined) return undefined;
  return translateSchemaErrors(errors)
    .map(({ pointer, message }) => `${pointer || '/'} ${message}`)
    .join('; ');
}
