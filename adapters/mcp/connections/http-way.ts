import { DEFAULT_MAX_MESSAGE_BYTES, type McpTargetOptions } from '../mcp-options.ts';
import { openServerFetch } from './fetch-server.ts';
import { HttpTransport } from './http-transport.ts';
import type { ServerWay } from './server-transport.ts';

/** To a server over HTTP. It is sent what the configuration says, and nothing of a caller's own credentials. */
export function openHttpWay(address: string, options: McpTargetOptions): ServerWay {
  const url = new URL(address);
  const { bearer, headers = {}, max_message_bytes: maxBytes = DEFAULT_MAX_MESSAGE_BYTES } = options;
  const { fetch, close } = openServerFetch(url.origin, maxBytes);
  const sent = { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
  return {
    createTransport: () =>
      new HttpTransport(url, {
        fetch,
        requestInit: { headers: sent, redirect: 'manual' },
        onInsufficientScope: 'throw',
      }),
    close,
  };
}
