import { exchange, type Received } from '../http/exchange.ts';

/** What a client of 2026-07-28 sends with each request. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
};

export interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Sends one request as a client of 2026-07-28 does. */
export function postMessage(
  origin: string,
  { method, params = {}, headers = {}, path = '/mcp', meta = {} }: Message,
): Promise<Received> {
  return exchange(origin, {
    path,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } },
  });
}
