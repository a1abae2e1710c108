import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OptionProblem } from '../contracts/adapter.ts';
import type { IntentSection } from './intent-keys.ts';

/** What is wrong with the schemas of a target's intents, and whether their examples fit them. */
export function checkSchemas(intents: Readonly<Record<string, IntentSection>> = {}): OptionProblem[] {
  const ajv = openSchemaReader(); // one for all: making one takes ten milliseconds
  return Object.entries(intents).flatMap(([key, section]) => checkSection(section, ['intents', key], ajv));
}

function openSchemaReader(): Ajv2020 {
  // Two intents may bring a schema of the same $id.
  const ajv = new Ajv2020({ strictTypes: false, unicode: false, logger: false, addUsedSchema: false });
  addFormats.default(ajv);
  ajv.addFormat('password', true); // an annotation for documents, no rule
  return ajv;
}

function checkSection(section: IntentSection, path: OptionProblem['path'], ajv: Ajv2020): OptionProblem[] {
  const { payload, result, example } = section;
  const problems: OptionProblem[] = [];
  for (const [key, schema] of Object.entries({ payload, result })) {
    if (schema === undefined) continue;
    try {
      const fits = ajv.compile(schema);
      if (key === 'payload' && example?.payload !== undefined && !fits(example.payload)) {
        const why = ajv.errorsText(fits.errors, { dataVar: 'payload' });
        problems.push({
          path: [...path, 'example', 'payload'],
          message: `the example does not fit the schema: ${why}`,
        });
      }
    } catch (thrown) {
      problems.push({ path: [...path, key], message: `this is no JSON Schema: ${String(thrown)}` });
    }
  }
  return problems;
}
