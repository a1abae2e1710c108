import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { type Failure, failure } from '../contracts/failure.ts';
import type { Asked } from './hail.ts';
import { isNestedDeeper } from './is-nested-deeper.ts';

export const V2_MEDIA_TYPE = 'application/vnd.mcp.v2+json';
export const V1_MEDIA_TYPE = 'application/vnd.mcp.v1+json';

/** The media type of its own that a request and its answer may have, beside plain JSON. */
export function ownMediaType({ transport }: Asked): string {
  return transport === 'v1' ? V1_MEDIA_TYPE : V2_MEDIA_TYPE;
}

/**
 * Whatever walks a body by recursion (`JSON.stringify` does) runs out of stack at some thousand levels. Bodies of less
 * than two bytes a level, the most of them, need not be walked to know.
 */
const MOST_LEVELS = 1000;

const ONE_OBJECT = 'Send one request as a JSON object.';

export interface JsonBody {
  readonly json: unknown;
  readonly bytes: number;
}

/** Carries a failure through Fastify, which takes nothing but errors from a parser. */
export class UnreadableBody extends Error {
  readonly failure: Failure;

  constructor(unreadable: Failure) {
    super(unreadable.message);
    this.failure = unreadable;
  }
}

/** Reads JSON bodies, under their plain media type and the one of their transport, and nothing else. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', V1_MEDIA_TYPE, V2_MEDIA_TYPE],
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (request.is404) return done(null); // the path is what is wrong, whatever the body is
      // `as`: parseAs says so
      const read =
        checkType(request) ?? checkEncoding(request.headers['content-encoding']) ?? parseBody(body as Buffer);
      if ('kind' in read) done(new UnreadableBody(read));
      else done(null, read);
      return undefined;
    },
  );
}

/** The body of a request that `readJsonBodies` has read; undefined where there was none. */
export function jsonBody({ body }: FastifyRequest): JsonBody | undefined {
  return body as JsonBody | undefined; // `as`: nothing else fills the body
}

function checkType(request: FastifyRequest): Failure | undefined {
  const type = request.headers['content-type']?.toLowerCase();
  const isOurs = type?.startsWith('application/json') || type?.startsWith(ownMediaType(request));
  return isOurs ? undefined : unsupportedMediaType(request);
}

export function unsupportedMediaType(asked: Asked): Failure {
  const found = asked.headers['content-type']?.slice(0, 100) ?? 'none';
  return failure(
    'unsupported_media_type',
    `The body must be JSON (Content-Type application/json or ${ownMediaType(asked)}), found ${found}`,
    { field: 'Content-Type' },
  );
}

function checkEncoding(contentEncoding: string | undefined): Failure | undefined {
  if (contentEncoding === undefined || contentEncoding === 'identity') return undefined;
  return failure(
    'unsupported_media_type',
    'The body is compressed (Content-Encoding); bodies are read uncompressed only',
    { hint: 'Send the JSON as it is.' },
  );
}

/** JSON of strangers: the body of an HTTP request, or a WebSocket frame. */
export function parseBody(bytes: Buffer, what: 'body' | 'frame' = 'body'): JsonBody | Failure {
  if (bytes.length === 0) return unreadable(what, 'is empty', ONE_OBJECT);
  if (isNestedDeeper(bytes, MOST_LEVELS)) {
    return unreadable(what, `is nested deeper than ${MOST_LEVELS} levels`, 'Send flatter data.');
  }
  if (!isUtf8(bytes)) return unreadable(what, 'is not valid UTF-8', 'Send JSON in UTF-8.');
  try {
    // Refuses keys such as __proto__, which would reach the prototype of whatever object they are copied to.
    return { json: secureJson.parse(bytes, { protoAction: 'error', constructorAction: 'error' }), bytes: bytes.length };
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? withoutQuotes(thrown.message) : 'not JSON';
    return unreadable(what, `cannot be read as JSON: ${why}`, ONE_OBJECT);
  }
}

function unreadable(what: string, why: string, hint: string): Failure {
  return failure('invalid_request', `The ${what} ${why}`, { hint });
}

/** V8 quotes what stands around the fault (`Unexpected token 'h', "{"password": hunter2}" is not valid JSON`): secrets, maybe. */
function withoutQuotes(message: string): string {
  if (!message.endsWith('is not valid JSON')) return message;
  return /^Unexpected token '.{1,2}'(?=, )/su.exec(message)?.[0] ?? 'not JSON';
}
