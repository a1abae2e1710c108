import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFailure } from '../contracts/failure.ts';
import type { Answered } from '../src/core/answered.ts';
import { lose, refuse, refuseBroken } from '../src/core/refuse.ts';
import { routeRequest } from '../src/core/route-request.ts';
import { arrive } from './arrive.ts';
import type { IsOurHost } from './check-callers.ts';
import { hasTooManyHeaders } from './check-head.ts';
import { type Asked, readHail } from './hail.ts';
import { parseBody, V2_MEDIA_TYPE } from './json-bodies.ts';
import { namesStream } from './prefers-stream.ts';
import { recallCaller } from './recall-caller.ts';
import { translateReadError } from './refusals.ts';
import { type Rendered, renderAnswer, renderPlain } from './render-answer.ts';
import type { ServedOver } from './served.ts';

const PATH = '/mcp/v2';
const MEDIA_TYPES = new Set(['application/json', V2_MEDIA_TYPE]);

export interface PlainDoorOptions extends ServedOver {
  readonly isOurHost: IsOurHost;
  /** What exceeds one is Fastify's to refuse. */
  readonly limits: { readonly bodyBytes: number; readonly headerCount: number };
}

/** Takes the request, or leaves it (false) to Fastify. */
export type PlainDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A way past Fastify for `POST /mcp/v2` requests about which nothing is out of the ordinary: most of them, and Fastify's
 * router, hooks and reply cost each as much as checking and acting. It decides nothing of its own: whatever it leaves is
 * answered by Fastify's routes with the same functions, and a test sends the same requests both ways.
 */
export function openPlainDoor({ served, connections, isOurHost, limits }: PlainDoorOptions): PlainDoor {
  const answer = (
    asked: Asked,
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ): Answered | Promise<Answered> => {
    const core = served.core();
    const read = parseBody(body);
    if (isFailure(read)) return refuse(core, readHail(asked), read);
    const caller = connections.enter(request.socket);
    const leave = (answered: Answered): Answered => {
      connections.answered(request.socket, caller);
      return answered;
    };
    const arrival = arrive(asked, read, caller);
    const answered = routeRequest(core, arrival);
    if (!(answered instanceof Promise)) return leave(answered);
    connections.awaits(request.socket, caller, () => write(response, renderPlain(asked, lose(core, arrival))));
    return answered.then(leave);
  };

  return (request, response) => {
    if (!isPlain(request, limits, isOurHost) || connections.isCrowded(request.socket) || !served.ready()) return false;
    const arrivedAtMs = performance.now();
    const principal = recallCaller(served.core().authenticator, request);
    if (principal === undefined) return false; // Fastify's hook finds out who calls, or says what is wrong
    const asked = { headers: request.headers, arrivedAtMs, principal };
    const broken = (thrown: unknown): void =>
      send(response, renderAnswer(asked, refuseBroken(served.core(), readHail(asked), thrown)));
    const sendAnswered = (answered: Answered): void => send(response, renderAnswer(asked, answered));
    readBody(
      request,
      (body) => {
        try {
          const answered = answer(asked, body, request, response);
          if (answered instanceof Promise) answered.then(sendAnswered).catch(broken);
          else sendAnswered(answered);
        } catch (thrown) {
          broken(thrown);
        }
      },
      (error) => {
        const failure = translateReadError(error);
        if (failure === undefined) broken(error);
        else sendAnswered(refuse(served.core(), readHail(asked), failure));
      },
    );
    return true;
  };
}

function isPlain(request: IncomingMessage, limits: PlainDoorOptions['limits'], isOurHost: IsOurHost): boolean {
  const { method, url, headers } = request;
  const { host, accept } = headers;
  return (
    url === PATH &&
    method === 'POST' &&
    MEDIA_TYPES.has(headers['content-type'] ?? '') &&
    Number(headers['content-length']) <= limits.bodyBytes &&
    !hasTooManyHeaders(request, limits.headerCount) &&
    headers['content-encoding'] === undefined &&
    headers.origin === undefined &&
    headers.expect === undefined &&
    !namesStream(accept ?? '') &&
    host !== undefined &&
    isOurHost(host)
  );
}

/** Tells once how reading ended: what was refused because it came too slowly may come all the same, and is not to be done. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void, failed: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let isOver = false;
  const end = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  request.on('data', (chunk: Buffer) => {
    if (!isOver) chunks.push(chunk);
  });
  request.on('end', () => end(() => done(whole(chunks))));
  request.on('error', (error) => end(() => failed(error)));
}

/** Most bodies come in one piece. */
function whole(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function send(response: ServerResponse, rendered: Rendered | Promise<Rendered>): void {
  if (rendered instanceof Promise) {
    // Compressing fails for want of memory only, and then there is nothing to say it with.
    rendered.then((later) => write(response, later)).catch(() => response.destroy());
  } else write(response, rendered);
}

function write(response: ServerResponse, { http, headers, body }: Rendered): void {
  if (response.headersSent) return;
  const bytes = Buffer.byteLength(body);
  headers['content-length'] = String(bytes);
  response.writeHead(http, headers);
  // As many bytes as units: ASCII, which is written as Latin-1 in half the time.
  if (typeof body === 'string' && bytes === body.length) response.end(body, 'latin1');
  else response.end(body);
}
