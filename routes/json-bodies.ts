import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import secureJson from 'secure-json-parse';
import { type Failure, failure } from '../contracts/failure.ts';

export const V2_MEDIA_TYPE = 'application/vnd.mcp.v2+json';

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

/** Reads JSON bodies of both media types, and nothing else. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/json', V2_MEDIA_TYPE], { parseAs: 'buffer' }, (request, body, done) => {
    // `as`: parseAs says so
    const read = parseBody(body as Buffer, request.headers['content-encoding']);
    if ('kind' in read) done(new UnreadableBody(read));
    else done(null, read);
  });
}

function parseBody(body: Buffer, contentEncoding: string | undefined): JsonBody | Failure {
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    return failure('unsupported_media_type', 'The body is compressed (Content-Encoding); bodies are read uncompressed only', {
      hint: 'Send the JSON as it is.',
    });
  }
  if (body.length === 0) return failure('invalid_request', 'The body is empty', { hint: 'Send one request as a JSON object.' });
  if (!isUtf8(body)) return failure('invalid_request', 'The body is not valid UTF-8', { hint: 'Send JSON in UTF-8.' });
  try {
    // Refuses keys such as __proto__, which would reach the prototype of whatever object they are copied to.
    return { json: secureJson.parse(body, { protoAction: 'error', constructorAction: 'error' }), bytes: body.length };
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? thrown.message : 'not JSON';
    return failure('invalid_request', `The body cannot be read as JSON: ${why.slice(0, 200)}`, { hint: 'Send one request as a JSON object.' });
  }
}
