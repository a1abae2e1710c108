import type { IncomingMessage } from 'node:http';
import { type Failure, failure } from '../contracts/failure.ts';
import { refuseToken } from '../src/core/refuse-token.ts';

/** Where clients of other services put their tokens in an address. */
const QUERY_NAMES = new Set(['access_token', 'token', 'api_key', 'apikey', 'authorization']);
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;
/** For browsers, which can set no header of a WebSocket: offered beside the real subprotocol, and never chosen. */
export const BEARER_PROTOCOL = 'bearer.';

const HOW_TO = 'Send the header Authorization: Bearer TOKEN, the token being an API key or a token of the issuer.';

type Head = Pick<IncomingMessage, 'headers' | 'url'>;

/** The one token that came with a request to prove who calls; `unauthenticated` where there is none, or no single one. */
export function readCredential(head: Head): string | Failure {
  const inQuery = refuseQueryToken(head.url);
  if (inQuery !== undefined) return inQuery;
  const { authorization, upgrade } = head.headers;
  const offered = upgrade === undefined ? [] : offeredTokens(head.headers['sec-websocket-protocol']);
  const [token] = offered;
  if (authorization === undefined && token === undefined) return nothingSent(head.headers['x-api-key'] !== undefined);
  // Headers that came twice are joined by commas: of two tokens a gateway in front may have looked at the other.
  if (offered.length > (authorization === undefined ? 1 : 0) || authorization?.includes(',')) {
    return refuseToken('More than one token was sent, and it is not clear which one counts', 'Send one.');
  }
  if (token !== undefined) return token;
  const [, bearer] = BEARER.exec(authorization ?? '') ?? [];
  return bearer ?? refuseToken('The header Authorization is not of the form Bearer TOKEN', HOW_TO);
}

/** What stands in an address is in histories, in the logs of every proxy, and in the Referer of what the page links to. */
export function refuseQueryToken(url = ''): Failure | undefined {
  const at = url.indexOf('?');
  if (at === -1) return undefined;
  for (const name of new URLSearchParams(url.slice(at)).keys()) {
    if (!QUERY_NAMES.has(name.toLowerCase())) continue;
    return refuseToken(
      `A token in the address (?${name.toLowerCase()}=) is not taken: addresses are written to logs`,
      `${HOW_TO} A browser's WebSocket offers the subprotocols mcp-v2 and ${BEARER_PROTOCOL}TOKEN.`,
    );
  }
  return undefined;
}

function nothingSent(hasOtherHeader: boolean): Failure {
  const message = 'The request does not say who calls';
  const hint = hasOtherHeader ? `The header X-API-Key is not read. ${HOW_TO}` : HOW_TO;
  return failure('unauthenticated', message, { field: 'Authorization', hint });
}

function offeredTokens(protocols = ''): string[] {
  return protocols
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol.startsWith(BEARER_PROTOCOL))
    .map((protocol) => protocol.slice(BEARER_PROTOCOL.length));
}
