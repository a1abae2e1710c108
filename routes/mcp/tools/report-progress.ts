import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/server';
import type { Progress } from '../../../contracts/progress.ts';
import type { McpContext } from '../mcp-context.ts';

/**
 * Tells a client how far its call is: as progress where it asked for that, else as log lines where it takes any. Undefined
 * where it wants neither.
 */
export function reportProgress(context: McpContext): ((progress: Progress) => void) | undefined {
  const { progressToken } = context.mcpReq._meta ?? {};
  if (progressToken !== undefined) return tellProgress(context, progressToken);
  return takesLogLines(context) ? logMessages(context) : undefined;
}

function tellProgress({ mcpReq }: McpContext, progressToken: string | number): (progress: Progress) => void {
  let told = -1;
  return ({ fraction, message }) => {
    const progress = fraction === undefined || fraction <= told ? justAbove(told) : fraction;
    told = progress;
    const params = {
      progressToken,
      progress,
      ...(fraction !== undefined && { total: 1 }),
      ...(message !== undefined && { message }),
    };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // whoever left is told nothing
  };
}

/** The number must rise with each notice: where nothing is known of it, by a thousandth of what is left. */
function justAbove(told: number): number {
  return told < 0 ? 0 : told + Math.max((1 - told) / 1000, Number.EPSILON);
}

/** Clients since 2026 say so with each request; those before took what came unless they had asked for less. */
function takesLogLines({ mcpReq: { envelope } }: McpContext): boolean {
  return envelope === undefined || LOG_LEVEL_META_KEY in envelope;
}

function logMessages({ mcpReq }: McpContext): (progress: Progress) => void {
  return ({ message }) => {
    if (message !== undefined) void mcpReq.log('info', message).catch(() => undefined);
  };
}
