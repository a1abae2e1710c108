import { type CompiledIntent, type Contradictions, isLate, type Offers } from '../catalogue.ts';
import { compileGlob } from '../glob.ts';
import { isRecord } from '../is-record.ts';
import type { Route, RouteTable } from '../route-table.ts';
import type { CheckSchema, CompileSchema } from '../schema-validator.ts';
import { describeTool } from './describe-tool.ts';
import { FIND_INTENT_NAME, searchTextOf } from './find-intent.ts';
import type { Tool, ToolPolicy } from './tool.ts';
import { toolNameOf } from './tool-name.ts';
import { createToolViews, type ViewTools } from './tool-views.ts';
import { WAYBILL_ARGUMENT, WaybillArgument } from './waybill-argument.ts';

/** Every intent that is offered as a tool, in the order of their names. Compiled once. */
export interface ToolTable {
  readonly policy: ToolPolicy;
  readonly tools: readonly Tool[];
  readonly byName: ReadonlyMap<string, Tool>;
  readonly view: ViewTools;
  readonly checkArgument: CheckSchema;
  /** Intents that targets have come with late and that can't be tools, in sentences. */
  readonly leftOut: readonly string[];
}

/**
 * Returns the problems where two intents would be tools of one name. Of those that come late (from a server behind a target, say) the
 * later one is left out: it must not take all others down.
 */
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
  const leftOut: string[] = [];
  const candidates = [...offers.intents]
    .map(([key, intent]) => ({ key, intent, its: routes.get(key) ?? [] }))
    .filter(({ key, intent, its }) => isTool(intent) && isExposed(key) && !isHidden(key) && its.length > 0)
    .map((candidate) => ({ ...candidate, isLate: candidate.its.every(({ target }) => isLate(target)) }))
    .sort((left, right) => Number(left.isLate) - Number(right.isLate));
  for (const { key, intent, its, isLate } of candidates) {
    const name = nameTool(intent, byName);
    if (typeof name === 'string') byName.set(name, describe(name, intent, its, taskOf(key)));
    else if (isLate) leftOut.push(`${name.problem}: it is no tool`);
    else problems.push(`${name.problem}: leave it out by mcp.expose, or rename it`);
  }
  if (problems.length > 0) return { problems };
  const tools = [...byName.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    policy,
    tools,
    byName,
    view: createToolViews({ tools, policy }),
    checkArgument: compile(WaybillArgument),
    leftOut,
  };
}

function describe(name: string, intent: CompiledIntent, routes: readonly Route[], task: Tool['task']): Tool {
  const listed = describeTool(name, intent.declaration);
  return {
    name,
    intent,
    routes,
    listed,
    searched: searchTextOf(name, listed),
    hasHeaderArguments: JSON.stringify(listed.inputSchema).includes('"x-mcp-header":'),
    task,
  };
}

function isTool({ declaration: { mcp } }: CompiledIntent): boolean {
  return mcp === undefined || mcp.method === 'tools/call';
}

function nameTool(
  { declaration: { key, payload } }: CompiledIntent,
  byName: ReadonlyMap<string, Tool>,
): string | { readonly problem: string } {
  const name = toolNameOf(key);
  if (name === undefined) return { problem: `${key} is too long for the name of a tool` };
  const twin = byName.get(name);
  if (name === FIND_INTENT_NAME) return { problem: `${key} would be the tool ${name}, which searches all others` };
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
