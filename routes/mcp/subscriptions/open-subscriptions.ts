import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFailure } from '../../../contracts/failure.ts';
import type { Served } from '../../served.ts';
import { Standing } from '../../standing.ts';
import { refuseTaskIds } from '../tasks/refuse-task-ids.ts';
import { followLists } from './follow-lists.ts';

/** Of one process. Each costs a connection, and a few hundred bytes. */
const MOST_STREAMS = 1024;
/** What setTimeout takes at most. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Whoever can't be asked now who calls is asked again. */
const ASK_AGAIN_MS = 5000;

/** The streams of `subscriptions/listen`: open for as long as their clients, and who they are, last. */
export interface Subscriptions {
  listen(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Request,
    gone: AbortController,
    json: unknown,
  ): Promise<Response>;
  /** Ends them all, each with its result. */
  close(): Promise<void>;
}

/** With a handler of the SDK of their own: to close it ends these, and leaves calls alone. */
export function openSubscriptions(served: Served, createServer: McpServerFactory): Subscriptions {
  const handler = createMcpHandler(createServer, { maxSubscriptions: MOST_STREAMS });
  const unfollow = followLists(served, handler.notify);
  return {
    listen: async (request, reply, asked, gone, json) => {
      const refused = refuseTaskIds(json);
      if (refused !== undefined) return refused;
      reply.raw.once('close', endWithStanding(served, request, gone));
      return handler.fetch(asked, { parsedBody: json });
    },
    close: () => {
      unfollow();
      return handler.close();
    },
  };
}

/** A stream outlives its request: it ends once its token has expired, or a reload knows its caller no more. */
function endWithStanding(served: Served, { admitted }: FastifyRequest, gone: AbortController): () => void {
  const standing = new Standing(served, admitted);
  let isOver = false;
  let again: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    clearTimeout(again);
    const found = await standing.check();
    if (!isFailure(found) || isOver) return;
    if (found.kind === 'unauthenticated') gone.abort();
    else again = setTimeout(look, ASK_AGAIN_MS).unref();
  };
  const look = (): void => void check().catch(() => gone.abort());
  const unwatch = served.onSwap(look);
  const expiresAtMs = admitted?.admission.expiresAtMs;
  const leftMs = expiresAtMs === undefined ? undefined : Math.max(0, expiresAtMs - Date.now());
  const timer =
    leftMs === undefined ? undefined : setTimeout(() => gone.abort(), Math.min(leftMs, LONGEST_TIMER_MS)).unref();
  return () => {
    isOver = true;
    unwatch();
    clearTimeout(timer);
    clearTimeout(again);
  };
}
