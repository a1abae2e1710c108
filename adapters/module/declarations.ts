import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Adapter } from '../../contracts/adapter.ts';
import type { DeclaredShape, Read, Shapes } from './shapes.ts';

/** What a module's adapter says of itself. */
export type Declarations = Pick<Adapter, 'intents' | 'resourceTypes' | 'outages'>;

export const NOTHING_DECLARED: Declarations = { intents: [], resourceTypes: [] };

/** What would make the service itself fail while it compiles its offers, or every check that it makes by them. */
const UNUSABLE = ['$id', '$async'];

/** Characters of them in all: who offers more has lost count. */
const MOST_CHARACTERS = 4_194_304;

/** Declarations that the service can compile, or what is wrong with them. */
export function readDeclarations(shapes: Shapes, json: string): Read<Declarations> {
  if (json.length > MOST_CHARACTERS) return { wrong: `they are longer than ${MOST_CHARACTERS} characters` };
  const declared = shapes.declared(json);
  if ('wrong' in declared) return declared;
  const { intents, resourceTypes } = declared.value;
  const wrong =
    findTwice(
      'intents',
      intents.map(({ key }) => key),
    ) ??
    findTwice(
      'resourceTypes',
      resourceTypes.map(({ type }) => type),
    ) ??
    findSchemaProblem(intents);
  if (wrong !== undefined) return { wrong };
  // `as`: the schemas in it were compiled, and are plain objects as every TSchema is
  return { value: declared.value as Declarations };
}

function findTwice(where: string, names: readonly string[]): string | undefined {
  const name = names.find((candidate, index) => names.indexOf(candidate) !== index);
  return name === undefined ? undefined : `${where} has ${name} twice`;
}

function findSchemaProblem(intents: DeclaredShape['intents']): string | undefined {
  const ajv = createAjv();
  for (const { key, payload, result, example } of intents) {
    for (const [name, schema] of Object.entries({ payload, result })) {
      const wrong = compileProblem(ajv, schema);
      if (wrong !== undefined) return `the ${name} of ${key} is no schema that can be used: ${wrong}`;
    }
    if (!ajv.validate(payload, example.payload)) return `the example of ${key} does not fit its payload`;
  }
  return undefined;
}

function compileProblem(ajv: Ajv2020, schema: object): string | undefined {
  const unusable = UNUSABLE.find((keyword) => JSON.stringify(schema).includes(`"${keyword}":`));
  if (unusable !== undefined) return `it has ${unusable}`;
  try {
    ajv.compile(schema);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** As strict as the service is where it compiles them; one for all, as making one takes ten milliseconds. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ unicode: false, strictTypes: false, logger: false, addUsedSchema: false });
  addFormats.default(ajv);
  ajv.addFormat('password', true);
  return ajv;
}
