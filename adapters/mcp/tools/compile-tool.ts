import type { EffectClass, IntentDeclaration } from '../../../contracts/adapter.ts';
import { isJsonObject, type JsonObject } from '../../../contracts/json.ts';
import { effectOf } from './effect-of.ts';
import { makeExample } from './make-example.ts';
import { withOptionalDefaults } from './optional-defaults.ts';
import { type SchemaReader, withoutDialect } from './schema-reader.ts';
import { withoutSlowPatterns } from './slow-patterns.ts';

/** What a client must be able to do to take part in any of them. */
export const TOOL_ACTION = 'call_tool';
const MOST_CHARACTERS = 4000;
/** What every tool of this service has beside its own arguments. */
const WAYBILL_ARGUMENT = 'waybill';

/** A tool of the server, as an intent and as it is called. */
export interface CompiledTool {
  readonly declaration: IntentDeclaration;
  /** By the server's own name. */
  readonly name: string;
  /** As the server describes it, without what its results are to look like: that is looked at here, and hides nothing. */
  readonly definition: JsonObject;
  /** Why a structured result does not fit what the server says of it. */
  readonly whyMisfit: (structured: unknown) => string | undefined;
  /** What of its description can't be used. */
  readonly notes: readonly string[];
}

/** Any result of a tool. */
const RESULT = { type: 'object', required: ['content'], properties: { content: { type: 'array' } } };
const ANYTHING: JsonObject = { type: 'object' };

export function compileTool(
  key: string,
  tool: JsonObject,
  given: EffectClass | undefined,
  schemas: SchemaReader,
): CompiledTool {
  const name = String(tool.name);
  const title = textOf(tool.title) ?? textOf(Object(tool.annotations).title) ?? name;
  const input = schemas.compileNewest(tool.inputSchema);
  const output = tool.outputSchema === undefined ? undefined : schemas.compile(tool.outputSchema);
  const payload =
    typeof input === 'string' || !isJsonObject(tool.inputSchema) ? ANYTHING : withoutSlowPatterns(tool.inputSchema);
  const { outputSchema: _checkedHere, ...definition } = tool;
  return {
    name,
    definition,
    declaration: {
      key,
      title: title.slice(0, 200),
      description: (textOf(tool.description) ?? title).slice(0, MOST_CHARACTERS),
      effect: given ?? effectOf(tool),
      actions: [TOOL_ACTION],
      requires: [],
      payload: withOptionalDefaults(withoutOurs(withoutDialect(payload))),
      result: RESULT,
      example: { payload: typeof input === 'string' ? {} : makeExample(payload, input), resources: [] },
      mcp: { method: 'tools/call', tool },
    },
    whyMisfit: (structured) => {
      if (output === undefined || typeof output === 'string') return undefined;
      return output(structured) ? undefined : (output.errors?.[0]?.message ?? 'it does not');
    },
    notes: [
      ...(typeof input === 'string'
        ? [`its inputSchema is not used, and any arguments are let through: ${input}`]
        : []),
      ...(typeof output === 'string' ? [`its outputSchema is not used: ${output}`] : []),
    ],
  };
}

/** Of another Waybill behind this one: its argument is between it and this service. */
function withoutOurs(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, WAYBILL_ARGUMENT)) return schema;
  const { [WAYBILL_ARGUMENT]: _inner, ...others } = properties;
  return { ...schema, properties: others };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
