import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { type Failure, failure } from '../contracts/failure.ts';
import { isNestedDeeper } from './is-nested-deeper.ts';

export const V2_MEDIA_TYPE = 'application/vnd.mcp.v2+json';

/**
 * Whatever walks a body by recursion (`JSON.stringify` does) runs out of stack at some thousand levels. Bodies of less
 * than two bytes a level, the most of them, need not be walked to know.
 */
const MOST_LEVELS = 1000;

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
    if (request.is404) return done(null); // the path is what is wrong, whatever the body is
    // `as`: parseAs says so
    const read = checkEncoding(request.headers['content-encoding']) ?? parseBody(body as Buffer);
    if ('kind' in read) done(new UnreadableBody(read));
    else done(null, read);
    return undefined;
  });
}

/** The body of a request that `readJsonBodies` has read; undefined where there was none. */
export function jsonBody({ body }: FastifyRequest): JsonBody | undefined {
  return body as JsonBody | undefined; // `as`: nothing else fills the body
}

function checkEncoding(contentEncoding: string | undefined): Failure | undefined {
  if (contentEncoding === undefined || contentEncoding === 'identity') return undefined;
  return failure(
    'unsupported_media_type',
    'The body is compressed (Content-Encoding); bodies are read uncompressed only',
    { hint: 'Send the JSON as it is.' },
  );
}

/** Bytes to JSON, as strangers may send it. */
export function parseBody(body: Buffer): JsonBody | Failure {
  if (body.length === 0)
    return failure('invalid_request', 'The body is empty', { hint: 'Send one request as a JSON object.' });
  if (isNestedDeeper(body, MOST_LEVELS)) {
    return failure('invalid_request', `The body is nested deeper than ${MOST_LEVELS} levels`, {
      hint: 'Send flatter data.',
    });
  }
  if (!isUtf8(body)) return failure('invalid_request', 'The body is not valid UTF-8', { hint: 'Send JSON in UTF-8.' });
  try {
    // Refuses keys such as __proto__, which would reach the prototype of whatever object they are copied to.
    return { json: secureJson.parse(body, { protoAction: 'error', constructorAction: 'error' }), bytes: body.length };
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? withoutQuotes(thrown.message) : 'not JSON';
    return failure('invalid_request', `The body cannot be read as JSON: ${why}`, {
      hint: 'Send one request as a JSON object.',
    });
  }
}

/** V8 quotes what stands around the fault (`Unexpected token 'h', "{"password": hunter2}" is not valid JSON`): secrets, maybe. */
function withoutQuotes(message: string): string {
  if (!message.endsWith('is not valid JSON')) return message;
  return /^Unexpected token '.{1,2}'(?=, )/su.exec(message)?.[0] ?? 'not JSON';
}
