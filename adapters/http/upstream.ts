import { Pool } from 'undici';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Outbound } from '../../contracts/outbound.ts';
import { isSecretName } from '../../contracts/secrets.ts';
import { type HideSecrets, hideAll } from '../../declarative/hide-secrets.ts';
import { ClientCredentials } from './auth/client-credentials.ts';
import { type Credentials, fixedCredentials } from './auth/credentials.ts';
import { fetchElsewhere } from './fetch-elsewhere.ts';
import type { HttpOptions } from './http-options.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { send } from './send.ts';
import { isReceived, type NoAnswer, type Received } from './upstream-answer.ts';

/** For a connection to be made, TLS included. */
const CONNECT_MS = 5000;
/** More than a target is let have requests at once: what waits here would wait unseen. */
const CONNECTIONS = 1024;
/** Some upstreams take their key as a segment of the path; what is shorter is a word. */
const LIKE_A_KEY = 16;
const DEFAULT_MAX_BYTES = 1_048_576;

/** What every request carries beside what its template says. */
export interface Sender {
  readonly signal: AbortSignal;
  readonly traceparent?: string;
}

/** The configured upstream: its connections, and who the service is there. */
export class Upstream {
  readonly #base: URL;
  readonly #basePath: string;
  readonly #pool: Pool;
  readonly #credentials: Credentials;
  readonly #outbound: Outbound;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxBytes: number;
  readonly #maxRedirects: number;
  readonly #closing = new AbortController();
  readonly #secrets: readonly string[];

  constructor(options: HttpOptions, target: string, outbound: Outbound) {
    const { auth, headers = {}, max_response_bytes: maxBytes, max_redirects: maxRedirects = 0 } = options;
    this.#base = new URL(options.base_url);
    this.#basePath = this.#base.pathname.replace(/\/$/, '');
    this.#pool = new Pool(this.#base.origin, { connections: CONNECTIONS, connect: { timeout: CONNECT_MS } });
    this.#credentials =
      auth?.type === 'oauth2_client_credentials' ? new ClientCredentials(auth, target) : fixedCredentials(auth);
    this.#outbound = outbound;
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.#maxBytes = maxBytes ?? DEFAULT_MAX_BYTES;
    this.#maxRedirects = maxRedirects;
    const secretHeaders = Object.entries(headers).filter(([name]) => isSecretName(name));
    const keys = this.#basePath.split('/').filter((segment) => segment.length >= LIKE_A_KEY);
    this.#secrets = [...secretHeaders.map(([, value]) => value), ...keys];
  }

  /** Sends a request and follows its redirects as far as configured. A failure: nothing was sent. */
  async ask(request: OutgoingRequest, sender: Sender): Promise<Received | NoAnswer | Failure> {
    let at = this.#locate(request);
    let end = await this.#askOnce(request, at, sender);
    for (let left = isSafe(request) ? this.#maxRedirects : 0; left > 0; left -= 1) {
      const location = redirectOf(end);
      if (location === undefined) break;
      at = this.#follow(location, at);
      end = await this.#askOnce(request, at, sender);
    }
    return end;
  }

  /** Asks an address that a client has named: through the guard, and without credentials. */
  askElsewhere({ method }: OutgoingRequest, url: string, { signal }: Sender): Promise<Received | NoAnswer> {
    return fetchElsewhere(this.#outbound, method, url, { signal, maxBytes: this.#maxBytes });
  }

  /** The address as it is sent: two requests of the same one mean the same resource. */
  locate(request: OutgoingRequest): string | undefined {
    const at = this.#locate(request);
    return typeof at === 'string' ? at : undefined;
  }

  /** Waits, but no longer than until the signal aborts or the target is closed. */
  pause(ms: number, signal: AbortSignal): Promise<void> {
    const closing = this.#closing.signal;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        closing.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      closing.addEventListener('abort', end);
      if (signal.aborted || closing.aborted) end();
    });
  }

  /** A text without what this upstream is sent as a secret: it may repeat it in its complaints. */
  readonly hideSecrets: HideSecrets = (text) => hideAll([...this.#secrets, ...this.#credentials.secrets()])(text);

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#pool.destroy(), this.#credentials.close()]);
  }

  /** The path at the upstream itself as text, an address elsewhere as URL; undefined: it is no address. */
  #locate({ to }: OutgoingRequest): Place {
    if ('path' in to) return `${this.#basePath}${to.path}`;
    return placeOf(to.url, new URL(`${this.#basePath}/`, this.#base), this.#base.origin);
  }

  /** Who has led away from the upstream can't lead back: the address that it names would be asked with our credentials. */
  #follow(location: string, at: Place): Place {
    if (typeof at === 'string') return placeOf(location, new URL(at, this.#base), this.#base.origin);
    return URL.canParse(location, at?.href) ? new URL(location, at) : undefined;
  }

  async #askOnce(request: OutgoingRequest, at: Place, sender: Sender): Promise<Received | NoAnswer | Failure> {
    if (at === undefined) return { why: 'refused', sent: false, detail: 'it is no address' };
    if (typeof at !== 'string') {
      if (isSafe(request)) return this.askElsewhere(request, at.href, sender);
      return { why: 'refused', sent: false, detail: `a ${request.method} goes to the configured upstream only` };
    }
    const first = await this.#credentials.headers(sender.signal);
    if (isFailure(first)) return first;
    const end = await this.#send(request, at, first, sender);
    // Who is not let in has done nothing: it is the one answer after which an act may be sent again whatever it is.
    if (!isReceived(end) || end.status !== 401 || !this.#credentials.refused(first)) return end;
    const renewed = await this.#credentials.headers(sender.signal);
    return isFailure(renewed) ? renewed : this.#send(request, at, renewed, sender);
  }

  #send(
    { method, headers, body }: OutgoingRequest,
    path: string,
    credentials: Readonly<Record<string, string>>,
    { signal, traceparent }: Sender,
  ): Promise<Received | NoAnswer> {
    const all = {
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'waybill',
      ...this.#headers,
      ...credentials,
      ...headers,
      ...(traceparent !== undefined && { traceparent }),
    };
    return send(
      this.#pool,
      this.#base.origin,
      { method, path, headers: all, body },
      { signal, maxBytes: this.#maxBytes },
    );
  }
}

type Place = string | URL | undefined;

function isSafe({ method }: OutgoingRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function redirectOf(end: Received | NoAnswer | Failure): string | undefined {
  if (isFailure(end) || !isReceived(end)) return undefined;
  return [301, 302, 303, 307, 308].includes(end.status) ? end.headers.location : undefined;
}

function placeOf(text: string, from: URL, ownOrigin: string): Place {
  if (!URL.canParse(text, from.href)) return undefined;
  const url = new URL(text, from);
  return url.origin === ownOrigin ? `${url.pathname}${url.search}` : url;
}
