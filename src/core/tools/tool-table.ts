import type { JsonObject } from '../../../contracts/json.ts';
import type { CompiledIntent, Contradictions, Offers } from '../catalogue.ts';
import { compileGlob } from '../glob.ts';
import { isRecord } from '../is-record.ts';
import type { Permissions } from '../permissions.ts';
import type { Route, RouteTable } from '../route-table.ts';
import type { CheckSchema, CompileSchema } from '../schema-validator.ts';
import { describeTool } from './describe-tool.ts';
import { toolNameOf } from './tool-name.ts';
import { WAYBILL_ARGUMENT, WaybillArgument } from './waybill-argument.ts';

/** What the configuration says of the tools that intents are. */
export interface ToolPolicy {
  /** Context domain of calls that bring no context. */
  readonly domain: string;
  /** Globs of intent keys; undefined: all. */
  readonly expose?: readonly string[];
  /** Globs of those that are left out, whatever `expose` says. */
  readonly hide: readonly string[];
  /** A longer list than this can be searched. */
  readonly findAbove: number;
  readonly tasks: {
    readonly afterMs: number;
    readonly always: readonly string[];
    readonly required: readonly string[];
  };
}

/** One intent as a tool. */
export interface Tool {
  readonly name: string;
  readonly intent: CompiledIntent;
  readonly routes: readonly Route[];
  /** As `tools/list` tells it: a `Tool` of MCP. */
  readonly listed: JsonObject;
  /** Whether a call is a task: from the start, only ever, or once it takes long. */
  readonly task: 'always' | 'required' | 'when_long';
}

/** Every intent that is offered as a tool, in the order of their names. Compiled once. */
export interface ToolTable {
  readonly policy: ToolPolicy;
  readonly tools: readonly Tool[];
  readonly byName: ReadonlyMap<string, Tool>;
  readonly checkArgument: CheckSchema;
}

/** Returns the problems where two intents would be tools of one name. */
export function compileTools(
  policy: ToolPolicy,
  offers: Offers,
  routes: RouteTable,
  compile: CompileSchema,
): ToolTable | Contradictions {
  const isExposed = anyGlob(policy.expose ?? ['*']);
  const isHidden = anyGlob(policy.hide);
  const taskOf = compileTaskRule(policy.tasks);
  const byName = new Map<string, Tool>();
  const problems: string[] = [];
  for (const [key, intent] of offers.intents) {
    const its = routes.get(key) ?? [];
    if (!isTool(intent) || !isExposed(key) || isHidden(key) || its.length === 0) continue;
    const name = nameTool(intent, byName);
    if (typeof name === 'object') problems.push(`${name.problem}: leave it out by mcp.expose, or rename it`);
    else
      byName.set(name, {
        name,
        intent,
        routes: its,
        listed: describeTool(name, intent.declaration),
        task: taskOf(key),
      });
  }
  if (problems.length > 0) return { problems };
  const tools = [...byName.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { policy, tools, byName, checkArgument: compile(WaybillArgument) };
}

function isTool({ declaration: { mcp } }: CompiledIntent): boolean {
  return mcp === undefined || mcp.method === 'tools/call';
}

/** Whether a principal may call a tool somewhere, in some domain. */
export function mayCall({ grants }: Permissions, { intent, routes }: Tool): boolean {
  const { key } = intent.declaration;
  return grants.some((grant) => grant.intent(key) && routes.some(({ target }) => grant.target(target.name)));
}

function nameTool(
  { declaration: { key, payload } }: CompiledIntent,
  byName: ReadonlyMap<string, Tool>,
): string | { readonly problem: string } {
  const name = toolNameOf(key);
  if (name === undefined) return { problem: `${key} is too long for the name of a tool` };
  const twin = byName.get(name);
  if (twin !== undefined)
    return { problem: `${key} and ${twin.intent.declaration.key} would both be the tool ${name}` };
  const { properties } = payload as { readonly properties?: unknown }; // `as`: a schema may have any keyword
  if (!isRecord(properties) || !Object.hasOwn(properties, WAYBILL_ARGUMENT)) return name;
  return { problem: `${key} has a payload property ${WAYBILL_ARGUMENT}, which tools have for another purpose` };
}

function compileTaskRule({ always, required }: ToolPolicy['tasks']): (key: string) => Tool['task'] {
  const isRequired = anyGlob(required);
  const isAlways = anyGlob(always);
  return (key) => (isRequired(key) ? 'required' : isAlways(key) ? 'always' : 'when_long');
}

function anyGlob(patterns: readonly string[]): (key: string) => boolean {
  const globs = patterns.map(compileGlob);
  return (key) => globs.some((matches) => matches(key));
}
