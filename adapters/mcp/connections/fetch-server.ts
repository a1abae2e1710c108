import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent, fetch as undiciFetch } from 'undici';
import { boundMessages } from './bound-messages.ts';

/** For a connection to be made, TLS included. */
const CONNECT_MS = 5000;

/** `fetch` for one server, and for nothing but its own origin. */
export interface ServerFetch {
  readonly fetch: FetchLike;
  close(): Promise<void>;
}

/** Connections of the target's own. The configured address is the operator's choice, so it may be a private one; redirects are not followed. */
export function openServerFetch(origin: string, maxMessageBytes: number): ServerFetch {
  // An open stream may be silent for hours: what is waited for is bounded by whoever waits.
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 });
  return {
    fetch: async (address, init = {}) => {
      const url = new URL(address);
      if (url.origin !== origin) throw new Error(`Only ${origin} is asked, not ${url.origin}`);
      const response = await undiciFetch(url, {
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers)],
        body: typeof init.body === 'string' ? init.body : null,
        signal: init.signal ?? null,
        redirect: 'manual',
        dispatcher,
      });
      // `as`: Node's own Response is an undici's too, of another version than the package's
      return boundMessages(response as unknown as Response, maxMessageBytes);
    },
    close: () => dispatcher.destroy(),
  };
}
