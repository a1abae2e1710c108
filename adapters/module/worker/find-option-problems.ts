import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AdapterKind } from '../../../contracts/adapter.ts';

/** What is wrong with the options by the kind's own schema, else by its own check; fills in the schema's defaults. */
export function findOptionProblems(kind: AdapterKind, options: Readonly<Record<string, unknown>>): readonly string[] {
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
  addFormats.default(ajv);
  const fits = ajv.compile(kind.options);
  if (!fits(options)) {
    return (fits.errors ?? []).map(({ instancePath, message, params }) => {
      const unknown: unknown = params.additionalProperty;
      return `options${instancePath} ${message}${typeof unknown === 'string' ? ` (${unknown})` : ''}`;
    });
  }
  // `as`: they have just been found to fit the kind's own schema
  const problems = kind.check?.(options as never) ?? [];
  return problems.map(({ path, message }) => `${['options', ...path].join('/')}: ${message}`);
}
