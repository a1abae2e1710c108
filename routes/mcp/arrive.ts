import type { Asking } from '../../contracts/asking.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Answered } from '../../src/core/answered.ts';
import type { Arrival, Hail } from '../../src/core/arrival.ts';
import type { Caller } from '../../src/core/caller.ts';
import type { Core } from '../../src/core/core.ts';
import { lose } from '../../src/core/refuse.ts';
import { routeRequest } from '../../src/core/route-request.ts';
import type { McpConnection, McpContext } from './mcp-context.ts';
import { hailOf, sizeOf } from './read-hail.ts';
import { reportProgress } from './tools/report-progress.ts';

/** A message that stands for a request, with all that came with it. */
export interface Calling {
  readonly request: WaybillRequest;
  readonly message: object;
  readonly context: McpContext;
  readonly server: McpConnection;
  readonly hail: Hail;
}

/** The request that a message stands for, as the core takes it. */
export function arrive({ request, message, context, hail }: Calling, asking: Asking, caller: Caller): Arrival {
  const onProgress = reportProgress(context);
  return {
    ...hail,
    body: request,
    bodyBytes: sizeOf(context, message),
    capabilitiesHeader: undefined,
    idempotencyKey: hailOf(context)?.http?.idempotencyKey,
    caller,
    asking,
    ...(onProgress !== undefined && { onProgress }),
  };
}

/** The answer, or that nobody will know what came of it, should the time of the service be over first. */
export function routeArrival(core: Core, arrival: Arrival, context: McpContext): Answered | Promise<Answered> {
  const answered = routeRequest(core, arrival);
  const http = hailOf(context)?.http;
  if (http === undefined || !(answered instanceof Promise)) return answered;
  const lost = new Promise<Answered>((resolve) => http.awaits(() => resolve(lose(core, arrival))));
  return Promise.race([answered, lost]);
}
