import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../../../contracts/progress.ts';

/** Tells a client that asked for it of the progress of its call; undefined where it did not. */
export function reportProgress({ mcpReq }: ServerContext): ((progress: Progress) => void) | undefined {
  const { progressToken } = mcpReq._meta ?? {};
  if (progressToken === undefined) return undefined;
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
