import type { IncomingMessage } from 'node:http';
import { type Failure, failure } from '../contracts/failure.ts';

/** What is wrong with the head of a request that Node's parser let pass. */
export function checkHead(request: IncomingMessage, mostHeaders: number): Failure | undefined {
  const count = request.rawHeaders.length / 2; // names and values
  // Node itself would cut the rest off and say nothing.
  if (count > mostHeaders) {
    return failure('headers_too_large', `The request has ${count} headers, more than ${mostHeaders}`, {
      hint: 'Send fewer headers, or raise limits.header_count.',
      details: { limit: mostHeaders },
    });
  }
  return checkTransferEncoding(request.headers['transfer-encoding']) ?? checkTarget(request);
}

/** Of codings that are not undone here another reader on the way may make another body. */
function checkTransferEncoding(encoding: string | undefined): Failure | undefined {
  if (encoding === undefined || encoding.toLowerCase() === 'chunked') return undefined;
  return failure('invalid_request', 'The only Transfer-Encoding that is read is chunked', {
    field: 'Transfer-Encoding',
    hint: 'Send the JSON as it is.',
  });
}

/** A target with a host in it outdoes the Host header by RFC 9112: where they differ, who knows which was checked on the way. */
function checkTarget({ url = '/', headers: { host } }: IncomingMessage): Failure | undefined {
  if (url.startsWith('/') || url === '*') return undefined;
  if (URL.canParse(url) && new URL(url).host === host?.toLowerCase()) return undefined;
  return failure('forbidden', 'The request target names another host than the Host header', {
    field: 'Host',
    hint: 'Send the path alone as the target, and the host as Host.',
  });
}
