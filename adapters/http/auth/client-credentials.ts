import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { Pool } from 'undici';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import { send } from '../send.ts';
import { isReceived } from '../upstream-answer.ts';
import type { AuthSection } from './auth-section.ts';
import type { Credentials } from './credentials.ts';

/** For one token to come. Not the time of the caller that asked first: the others wait for the same one. */
const FETCH_MS = 10_000;
/** A token that ends while the request that carries it is under way is refused: it is renewed so long before. */
const EARLY_MS = 30_000;
const MOST_BYTES = 65_536;

interface Token {
  readonly text: string;
  /** By `performance.now()`. */
  readonly untilMs: number;
}

/** Tokens of an issuer by client credentials (RFC 6749 §4.4): one is kept until shortly before its end, and fetched once for all. */
export class ClientCredentials implements Credentials {
  readonly #auth: AuthSection;
  readonly #target: string;
  readonly #url: URL;
  readonly #pool: Pool;
  #token: Token | undefined;
  #coming: Promise<Token | Failure> | undefined;

  constructor(auth: AuthSection, target: string) {
    this.#auth = auth;
    this.#target = target;
    this.#url = new URL(auth.token_url ?? '');
    this.#pool = new Pool(this.#url.origin, { connections: 1 });
  }

  async headers(signal: AbortSignal): Promise<Readonly<Record<string, string>> | Failure> {
    const known = this.#token;
    if (known !== undefined && performance.now() < known.untilMs) return bearer(known);
    this.#coming ??= this.#fetch().finally(() => {
      this.#coming = undefined;
    });
    const token = await untilAborted(this.#coming, signal);
    if (token === undefined) return failure('cancelled', `Stopped while ${this.#target} was waiting for a token`);
    return isFailure(token) ? token : bearer(token);
  }

  refused(headers: Readonly<Record<string, string>>): boolean {
    // Another request may have renewed it meanwhile.
    if (this.#token !== undefined && bearer(this.#token).authorization === headers.authorization)
      this.#token = undefined;
    return true;
  }

  secrets(): readonly string[] {
    return [this.#auth.client_secret ?? '', this.#token?.text ?? ''];
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #fetch(): Promise<Token | Failure> {
    const askedMs = performance.now();
    try {
      const { access_token: text, expires_in: seconds } = await this.#ask();
      const lifeMs = seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
      // Where all of its life is short, half of it is used.
      this.#token = { text, untilMs: askedMs + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
      return this.#token;
    } catch (thrown) {
      return this.#translate(thrown);
    }
  }

  async #ask() {
    const { client_id: clientId = '', scope, audience } = this.#auth;
    const issuer = { issuer: this.#url.origin, token_endpoint: this.#url.href };
    const client = { client_id: clientId };
    const parameters = new URLSearchParams({
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
    });
    const response = await clientCredentialsGrantRequest(issuer, client, this.#clientAuth(), parameters, {
      [allowInsecureRequests]: this.#url.protocol === 'http:', // on loopback only, as the configuration was checked
      [customFetch]: (_url, { headers, body }) => this.#post(headers, String(body)),
    });
    return processClientCredentialsResponse(issuer, client, response);
  }

  #clientAuth(): ClientAuth {
    const { client_auth: way = 'basic', client_secret: secret = '' } = this.#auth;
    return way === 'basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  }

  async #post(headers: Record<string, string>, body: string): Promise<Response> {
    const path = `${this.#url.pathname}${this.#url.search}`;
    const limits = { signal: AbortSignal.timeout(FETCH_MS), maxBytes: MOST_BYTES };
    const end = await send(this.#pool, this.#url.origin, { method: 'POST', path, headers, body }, limits);
    if (!isReceived(end)) throw new NoToken(end.why === 'stopped' ? 'no answer in time' : end.detail);
    if (end.status >= 500 || end.status === 429) throw new NoToken(`it answered ${end.status}`);
    return new Response(end.status === 204 ? null : end.bytes, { status: end.status, headers: { ...end.headers } });
  }

  #translate(thrown: unknown): Failure {
    if (thrown instanceof NoToken) {
      return failure(
        'adapter_unavailable',
        `The token endpoint of ${this.#target} gives no token now: ${thrown.message}`,
      );
    }
    // `error` is a token of the specification (invalid_client); everything else is the issuer's own text.
    const code = thrown instanceof ResponseBodyError && /^[a-z_]{1,64}$/.test(thrown.error) ? thrown.error : 'no token';
    return failure('adapter_failed', `The token endpoint of ${this.#target} gave no token: ${code}`, {
      hint: 'Nothing was sent to the upstream. The credentials of this service for it stand under auth in the configuration.',
    });
  }
}

/** Carries out of the library why no answer came. */
class NoToken extends Error {}

function bearer({ text }: Token): { readonly authorization: string } {
  return { authorization: `Bearer ${text}` };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
