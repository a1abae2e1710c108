import type { TSchema } from 'typebox';
import { translateSchemaErrors } from '../src/core/problems.ts';
import type { CheckSchema, CompileSchema } from '../src/core/schema-validator.ts';
import { say } from './without-escapes.ts';

/** What of a value does not fit a schema, compiled as the core compiles it; undefined where all fits. */
export function findMisfit(compile: CompileSchema, schema: TSchema, value: unknown): string | undefined {
  const check = compileSafely(compile, schema);
  if (typeof check === 'string') return check;
  const errors = check(value, true);
  if (errors === undefined) return undefined;
  return translateSchemaErrors(errors)
    .map(({ pointer, message }) => `${pointer || '/'} ${message}`)
    .join('; ');
}

/** Why a schema can't be compiled, in place of its check. */
export function compileSafely(compile: CompileSchema, schema: TSchema): CheckSchema | string {
  try {
    return compile(schema);
  } catch (thrown) {
    return `a schema that can't be compiled, as ${say(thrown)}`;
  }
}
