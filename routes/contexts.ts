import type { FastifyInstance } from 'fastify';
import { isFailure } from '../contracts/failure.ts';
import type { MintAnswer } from '../contracts/minting.ts';
import { refuse } from '../src/core/refuse.ts';
import { readHail } from './hail.ts';
import { jsonBody } from './json-bodies.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { sendRefusal } from './send-answered.ts';
import type { Served } from './served.ts';

const PATH = '/mcp/v2/contexts';

/** `POST /mcp/v2/contexts`: mints the ids of a flow's coming steps. */
export function contexts(app: FastifyInstance, { served }: { readonly served: Served }, done: () => void): void {
  app.post(PATH, async (request, reply) => {
    const core = served.core();
    const hail = readHail(request);
    const body = jsonBody(request);
    const minted = core.mintContexts(body?.json, body?.bytes ?? 0, hail.principal.id);
    if (isFailure(minted)) return sendRefusal(request, reply, refuse(core, hail, minted));
    const trace = core.openTrace(hail.traceparent);
    trace.end({ status: 'minted', failure: undefined, intent: 'unknown' });
    core.journal.minted(trace.traceId, hail.principal.id, minted[0]?.id, minted.length);
    const answer: MintAnswer = { contexts: minted, trace_id: trace.traceId };
    return reply.header('x-trace-id', trace.traceId).header('cache-control', 'no-store').send(answer);
  });
  refuseOtherMethods(app, served, PATH, ['POST']);
  done();
}
