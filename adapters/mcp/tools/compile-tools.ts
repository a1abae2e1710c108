import type { JsonObject } from '../../../contracts/json.ts';
import type { McpTargetOptions } from '../mcp-options.ts';
import { type CompiledTool, compileTool } from './compile-tool.ts';
import { compileGlobs } from './globs.ts';
import { nameTools } from './name-tools.ts';
import { SchemaReader } from './schema-reader.ts';

/** What one server may offer at most: each is compiled, and told to every client that asks. */
const MOST_TOOLS = 1000;
const MOST_NAME_CHARACTERS = 200;

/** The tools of a server that are offered, by intent key, in the order of their names. */
export function compileTools(
  prefix: string,
  { tools = {}, effects = {} }: McpTargetOptions,
  listed: readonly JsonObject[],
): ReadonlyMap<string, CompiledTool> {
  const isAllowed = compileGlobs(tools.allow ?? ['*']);
  const isDenied = compileGlobs(tools.deny ?? []);
  const byName = new Map(listed.map((tool) => [String(tool.name), tool] as const));
  const names = [...byName.keys()]
    .filter((name) => name !== '' && name.length <= MOST_NAME_CHARACTERS && isAllowed(name) && !isDenied(name))
    .sort()
    .slice(0, MOST_TOOLS);
  const schemas = new SchemaReader();
  const compiled = [...nameTools(prefix, names)].map(([name, key]) => {
    const given = Object.hasOwn(effects, name) ? effects[name] : undefined;
    return [key, compileTool(key, byName.get(name) ?? {}, given, schemas)] as const;
  });
  return new Map(compiled);
}
