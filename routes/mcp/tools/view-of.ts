import { isFailure } from '../../../contracts/failure.ts';
import type { Hail } from '../../../src/core/arrival.ts';
import type { Core } from '../../../src/core/core.ts';
import type { ToolView } from '../../../src/core/tools/tool-views.ts';
import type { McpContext } from '../mcp-context.ts';
import { hailOf } from '../read-hail.ts';
import { refusal } from '../refusals.ts';

/** The tools that are there for the sender of a message, at the address that it uses. Throws where that can't be read. */
export function viewOf(core: Core, hail: Hail, context: McpContext): ToolView {
  const view = core.tools.view(hail.principal.permissions, hailOf(context)?.http?.query ?? '');
  if (isFailure(view)) throw refusal(core, hail, view);
  return view;
}
