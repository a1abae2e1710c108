import { type Failure, isFailure } from '../../../contracts/failure.ts';
import type { Permissions } from '../permissions.ts';
import { readNarrowing } from './narrowing.ts';
import { mayCall, type Tool, type ToolPolicy } from './tool.ts';

/** So many queries of one caller are remembered with what they pick; who sends others waits a little longer. */
const MOST_REMEMBERED = 32;

/** The tools that one caller is shown at one address, and may call there. */
export interface ToolView {
  /** In the order of their names. */
  readonly tools: readonly Tool[];
  readonly byName: ReadonlyMap<string, Tool>;
  /** Whether there are so many that they can be searched. */
  readonly canBeSearched: boolean;
  /** Context domain of calls that bring no context. */
  readonly domain: string;
}

interface AllTools {
  readonly tools: readonly Tool[];
  readonly policy: ToolPolicy;
}

/** `query`: of the address that the client uses. Fails with `invalid_request`. */
export type ViewTools = (permissions: Permissions, query: string) => ToolView | Failure;

/** Built once for each set of permissions and each query, as long as the table is served. */
export function createToolViews(table: AllTools): ViewTools {
  const remembered = new WeakMap<Permissions, Map<string, ToolView>>();
  return (permissions, query) => {
    const views = remembered.get(permissions) ?? new Map<string, ToolView>();
    remembered.set(permissions, views);
    const known = views.get(query);
    if (known !== undefined) return known;
    const view = buildView(table, permissions, query);
    if (isFailure(view)) return view;
    const [oldest] = views.keys();
    if (views.size >= MOST_REMEMBERED && oldest !== undefined) views.delete(oldest);
    views.set(query, view);
    return view;
  };
}

function buildView({ tools, policy }: AllTools, permissions: Permissions, query: string): ToolView | Failure {
  const narrowing = readNarrowing(query);
  if (isFailure(narrowing)) return narrowing;
  const { picks, domain } = narrowing;
  const shown = tools.filter(
    (tool) => (picks(tool.intent.declaration.key) || picks(tool.name)) && mayCall(permissions, tool, domain),
  );
  return {
    tools: shown,
    byName: new Map(shown.map((tool) => [tool.name, tool])),
    canBeSearched: shown.length > policy.findAbove,
    domain: domain ?? policy.domain,
  };
}
