import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../src/core/is-record.ts';
import { answerActions, asksForV1 } from './answer-actions.ts';
import { answerRequests } from './answer-requests.ts';
import { jsonBody } from './json-bodies.ts';
import { nameMetadata } from './mcp/protected-resource.ts';
import { MCP_TRANSPORT } from './mcp/read-hail.ts';
import type { McpHttp } from './mcp/serve-mcp.ts';
import { readRefusal } from './refusals.ts';
import { checkMcpMessage, refuseMcpMessage } from './refuse-mcp.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp';

export interface McpDoorOptions extends ServedOver {
  /** The most that a body may have. */
  readonly bodyBytes: number;
  readonly mcp: McpHttp;
}

/** `POST /mcp`: the path that all protocols share. Whose a request is, is decided here, once. */
export function mcpDoor(app: FastifyInstance, { bodyBytes, mcp, ...over }: McpDoorOptions, done: () => void): void {
  const { served } = over;
  const answerV1 = answerActions(over);
  const answerV2 = answerRequests(over);
  app.addHook('onRequest', (request, _reply, next) => {
    if (hasMcpHeader(request)) request.transport = MCP_TRANSPORT;
    else if (request.method === 'POST' && served.core().v1 !== undefined && asksForV1(request))
      request.transport = 'v1';
    next();
  });
  nameMetadata(app, served);
  app.post(PATH, (request, reply) => {
    const body = jsonBody(request);
    if (request.transport === MCP_TRANSPORT || isJsonRpc(body?.json)) {
      request.transport = MCP_TRANSPORT;
      const refusal = checkMcpMessage(body?.json);
      if (body !== undefined && refusal === undefined) return mcp.serve(request, reply, body);
      return refuseMcpMessage(served.core(), request, reply, refusal);
    }
    return request.transport === 'v1' ? answerV1(request, reply) : answerV2(request, reply);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isTheirs = request.transport === MCP_TRANSPORT;
    const refusal = isTheirs ? readRefusal(error, request, reply, bodyBytes) : undefined;
    if (refusal === undefined) throw error; // to the handler of every other path
    return refuseMcpMessage(served.core(), request, reply, refusal);
  });
  refuseOtherMethods(app, served, PATH, ['POST', 'GET', 'HEAD']); // GET and HEAD are `negotiate`'s
  done();
}

/** Clients of the Model Context Protocol send some of these with every request. */
export function hasMcpHeader({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => name.startsWith('mcp-'));
}

function isJsonRpc(json: unknown): boolean {
  return isRecord(json) && 'jsonrpc' in json;
}
