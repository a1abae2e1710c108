import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isJsonObject, type JsonObject } from '../../../contracts/json.ts';
import { linearPatterns } from '../../../expressions/linear-patterns.ts';
import { patternsOf, withoutSlowPatterns } from './slow-patterns.ts';

/** What a schema of a server may have at most: more is an attack on whoever compiles it. */
const MOST_CHARACTERS = 65_536;
const MOST_DEPTH = 32;
/** Some take milliseconds to compile. */
const MOST_PATTERNS = 100;

const OPTIONS = {
  strict: false,
  unicode: false,
  logger: false,
  addUsedSchema: false,
  validateFormats: true,
  code: { regExp: linearPatterns },
} as const;

/** Compiles the schemas of a server, each alone: nothing is loaded from elsewhere. */
export class SchemaReader {
  readonly #old: Ajv;
  readonly #new: Ajv2020;

  constructor() {
    this.#old = new Ajv(OPTIONS);
    this.#new = new Ajv2020(OPTIONS);
    addFormats.default(this.#old);
    addFormats.default(this.#new);
  }

  /** In the newest dialect, whatever it says of itself: the core holds payloads to that. A text: why nothing can be held to it. */
  compileNewest(schema: unknown): ValidateFunction | string {
    return compileBy(this.#new, schema);
  }

  /** In its own dialect. What says nothing is of the newest, as the protocol has it. */
  compile(schema: unknown): ValidateFunction | string {
    const { $schema } = Object(schema) as { readonly $schema?: unknown }; // `as`: any member
    const isOld = typeof $schema === 'string' && /draft-0[467]/.test($schema);
    return compileBy(isOld ? this.#old : this.#new, schema);
  }
}

function compileBy(ajv: Ajv | Ajv2020, schema: unknown): ValidateFunction | string {
  if (!isJsonObject(schema)) return 'it is no object';
  if (depthOf(schema) > MOST_DEPTH) return `it is nested more than ${MOST_DEPTH} deep`;
  if (JSON.stringify(schema).length > MOST_CHARACTERS) return `it has more than ${MOST_CHARACTERS} characters`;
  if (patternsOf(schema).size > MOST_PATTERNS) return `it has more than ${MOST_PATTERNS} patterns`;
  try {
    return ajv.compile(withoutSlowPatterns(withoutDialect(schema)));
  } catch (thrown) {
    return String(thrown).slice(0, 300);
  }
}

/** Two tools may bring schemas of the same id, and of a dialect that the compiler at hand does not know by its name. */
export function withoutDialect({ $schema: _dialect, $id: _id, ...schema }: JsonObject): JsonObject {
  return schema;
}

function depthOf(value: unknown): number {
  let deepest = 0;
  const rest: [unknown, number][] = [[value, 1]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [at, depth] = next;
    if (typeof at !== 'object' || at === null) continue;
    deepest = Math.max(deepest, depth);
    for (const member of Object.values(at)) rest.push([member, depth + 1]);
  }
  return deepest;
}
