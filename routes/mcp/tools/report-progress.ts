import { LOG_LEVEL_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../../../contracts/progress.ts';

/**
 * Tells a client how far its call is: as progress where it asked for that, else as log lines where it takes any. Undefined
 * where it wants neither.
 */
export function reportProgress(context: ServerContext): ((progress: Progress) => void) | undefined {
  const { progressToken } = context.mcpReq._meta ?? {};
  if (progressToken !== undefined) return tellProgress(context, progressToken);
  return takesLogLines(context) ? logMessages(context) : undefined;
}

function tellProgress({ mcpReq }: ServerContext, progressToken: string | number): (progress: Progress) => void {
  let told = 0;
  return ({ fraction, message }) => {
    // The number must rise with each; a fraction that does not is told by the message alone.
    const progress = fraction === undefined || fraction <= told ? told + Number.EPSILON : fraction;
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

/** Clients since 2026 say so with each request; those before took what came unless they had asked for less. */
function takesLogLines({ mcpReq: { envelope } }: ServerContext): boolean {
  return envelope === undefined || LOG_LEVEL_META_KEY in envelope;
}

function logMessages({ mcpReq }: ServerContext): (progress: Progress) => void {
  return ({ message }) => {
    if (message !== undefined) void mcpReq.log('info', message).catch(() => undefined);
  };
}
