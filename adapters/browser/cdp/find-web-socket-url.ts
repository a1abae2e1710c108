import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP } from 'node:net';

const LOOK_LIMIT_MS = 2_000;
const MAX_BODY_BYTES = 64 * 1024;

export interface BrowserAddress {
  readonly url: string;
  /** Headers that the WebSocket handshake needs. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds the WebSocket of the browser behind an endpoint, `http://host:port` or `ws://…`. Its path holds an id that is
 * new after each start of the browser, so this is asked again for every connection. Undefined: no browser answers.
 */
export async function findWebSocketUrl(endpoint: string): Promise<BrowserAddress | undefined> {
  const base = new URL(endpoint);
  if (base.protocol === 'ws:' || base.protocol === 'wss:') return { url: endpoint, headers: {} };
  const headers = hostHeaders(base);
  const body = await readJson(new URL('/json/version', base), headers);
  const found =
    typeof body === 'object' && body !== null && 'webSocketDebuggerUrl' in body && body.webSocketDebuggerUrl;
  if (typeof found !== 'string' || !URL.canParse(found)) return undefined;
  const url = new URL(found);
  url.hash = ''; // no WebSocket has one
  // The browser repeats the Host header that it was asked with; only the endpoint is known to be reachable.
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  url.host = base.host;
  return { url: url.href, headers };
}

/** Chromium stops DNS rebinding by refusing any Host that is neither an address nor localhost: a container's name, say. */
function hostHeaders(base: URL): Readonly<Record<string, string>> {
  const name = base.hostname.replace(/^\[|\]$/g, '');
  if (base.protocol === 'https:' || isIP(name) !== 0 || name === 'localhost') return {};
  return { host: base.port === '' ? 'localhost' : `localhost:${base.port}` };
}

function readJson(url: URL, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const ask = url.protocol === 'https:' ? requestSecurely : request;
  return new Promise((resolve) => {
    const asked = ask(url, {
      headers,
      timeout: LOOK_LIMIT_MS,
      agent: false,
      signal: AbortSignal.timeout(LOOK_LIMIT_MS),
    });
    asked.on('error', () => resolve(undefined));
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('error', () => resolve(undefined));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BODY_BYTES) asked.destroy();
        else chunks.push(chunk);
      });
      response.on('close', () => resolve(undefined));
      response.on('end', () => resolve(parseJson(Buffer.concat(chunks).toString('utf8'))));
    });
    asked.end();
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
