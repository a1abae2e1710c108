import type { JsonObject } from '../../../contracts/json.ts';
import type { CompiledIntent } from '../catalogue.ts';
import type { Permissions } from '../permissions.ts';
import type { Route } from '../route-table.ts';

/** What the configuration says of the tools that intents are. */
export interface ToolPolicy {
  /** Context domain of calls that bring no context. */
  readonly domain: string;
  /** Of the endpoint, as clients know it. */
  readonly url?: string;
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
  readonly searched: SearchText;
  /** Whether some of its arguments are to come in headers as well (`x-mcp-header`). */
  readonly hasHeaderArguments: boolean;
  /** Whether a call is a task: from the start, only ever, or once it takes long. */
  readonly task: 'always' | 'required' | 'when_long';
}

/** What a tool is searched by: the words of its name count most, then its title, then all that is said of it. */
export interface SearchText {
  readonly name: string;
  readonly title: string;
  readonly rest: string;
}

/** Whether a principal may call a tool in a domain; without one: somewhere, in some domain. */
export function mayCall(
  { grants }: Permissions,
  { intent, routes }: Pick<Tool, 'intent' | 'routes'>,
  domain?: string,
): boolean {
  const { key } = intent.declaration;
  return grants.some(
    (grant) =>
      grant.intent(key) &&
      (domain === undefined || grant.domain(domain)) &&
      routes.some((route) => (domain === undefined || route.servesDomain(domain)) && grant.target(route.target.name)),
  );
}
