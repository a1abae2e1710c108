import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { type Outbound, OutboundRefused, type OutboundRequest } from '../../contracts/outbound.ts';

type Guard = Pick<Outbound, 'refuse' | 'lookup'>;

/** For a connection to be made, TLS included. */
const CONNECT_MS = 10_000;

/** `fetch` with connections of its own, each judged as it is made: also those of a redirect. */
export function createGuardedFetch(guard: Guard): Outbound['fetch'] {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guard.lookup });
  const dispatcher = new Agent({
    connect: (options, done) => {
      const refusal = guard.refuse(`${options.protocol}//${options.host ?? options.hostname}`);
      if (refusal === undefined) connect(options, done);
      else done(new OutboundRefused(refusal), null);
    },
  });
  return async (url, request = {}) => {
    const refusal = guard.refuse(String(url));
    if (refusal !== undefined) throw new OutboundRefused(refusal);
    try {
      const response = await undiciFetch(url, {
        redirect: 'manual',
        ...request,
        headers: pairs(request.headers),
        dispatcher,
      });
      // `as`: Node's own Response is an undici's too, of another version than the package's
      return response as unknown as Response;
    } catch (thrown) {
      // fetch hides what went wrong in the cause of a TypeError.
      const cause = thrown instanceof Error ? thrown.cause : undefined;
      throw cause instanceof OutboundRefused ? cause : thrown;
    }
  };
}

/** Node's own Headers is another class than the package's, and both are lists of pairs. */
function pairs(headers: OutboundRequest['headers']): [string, string][] {
  if (headers === undefined) return [];
  return headers instanceof Headers ? [...headers] : Object.entries(headers);
}
