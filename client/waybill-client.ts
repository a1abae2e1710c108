import type { Answer } from '../contracts/answer.ts';
import type { ClientCapabilities } from '../contracts/capabilities.ts';
import type { Explanation } from '../contracts/explanation.ts';
import type { MintAnswer, MintRequest } from '../contracts/minting.ts';
import type { Intent, WaybillRequest } from '../contracts/request.ts';
import { defaultCapabilities } from './default-capabilities.ts';
import { Flow } from './flow.ts';
import { type Exchange, postJson } from './post-json.ts';
import { readAnswer, readExplanation, readMintAnswer, refusal } from './read-answer.ts';
import type { ActionParts, RequestParts } from './request-parts.ts';
import { sendUntilKnown } from './send-until-known.ts';

export interface WaybillClientOptions {
  /** Where the service listens: `http://127.0.0.1:8080`. A path prefix of a gateway is kept. */
  readonly baseUrl: string | URL;
  /** What this client is and can take part in; what is left out is that of a client that is no browser. */
  readonly capabilities?: Partial<ClientCapabilities>;
  /** Sent with every request, such as a gateway's credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Proves who calls: an API key, or a token of the service's issuer. A function is asked before every request, so that a
   * token that has expired can be renewed; what it throws is thrown on, and nothing was sent.
   */
  readonly token?: string | (() => string | Promise<string>);
  /** How long to wait for an answer, 60 s by default; an action's own `timeoutMs` plus 5 s where that is longer. */
  readonly answerTimeoutMs?: number;
}

interface PostOptions extends Partial<Pick<Exchange, 'signal' | 'onProgress'>> {
  readonly acts: boolean;
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_ANSWER_TIMEOUT_MS = 60_000;
/** The way to the service and back, beyond the action's own time limit. */
const TRAVEL_MS = 5_000;

/**
 * Talks to one Waybill service over HTTP. Holds no session. Sends again by itself what has a nonce, and nothing else: after
 * an answer that did not come, only the caller can know whether an action without one may be done twice.
 */
export class WaybillClient {
  readonly #baseUrl: URL;
  readonly #capabilities: Partial<ClientCapabilities>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #token: WaybillClientOptions['token'];
  readonly #answerTimeoutMs: number;

  constructor(options: WaybillClientOptions) {
    this.#baseUrl = new URL(options.baseUrl);
    this.#capabilities = options.capabilities ?? {};
    this.#headers = options.headers ?? {};
    this.#token = options.token;
    this.#answerTimeoutMs = options.answerTimeoutMs ?? DEFAULT_ANSWER_TIMEOUT_MS;
  }

  /**
   * Mints the ids of one or more steps.
   * @throws WaybillClientError, of kind `refused` where the service would not.
   */
  async mint(
    domain: string,
    businessKey: string,
    more: Pick<MintRequest, 'count' | 'parent_id'> = {},
  ): Promise<MintAnswer> {
    const body: MintRequest = { ...more, domain, business_key: businessKey };
    return readMintAnswer(await this.#post('mcp/v2/contexts', body, { acts: false }));
  }

  /** Mints the first id of a flow, which then walks on by itself. @throws WaybillClientError as `mint` does. */
  async startFlow(start: { readonly domain: string; readonly businessKey: string }): Promise<Flow> {
    const { contexts } = await this.mint(start.domain, start.businessKey);
    const [first] = contexts;
    if (first === undefined) throw refusal('mint a context', { json: { contexts }, httpStatus: 200 });
    return new Flow((parts) => this.send(parts), start.businessKey, first.id);
  }

  /**
   * Sends one action. Rejected and partial outcomes are answers like any other: read `outcome`.
   * @throws WaybillClientError where no answer came; `mayHaveActed` says whether the action may have been done.
   */
  async send(parts: RequestParts): Promise<Answer> {
    return this.sendRequest(this.buildRequest(parts), parts.signal, parts.onProgress);
  }

  /** As `send`, with a request that is already whole. Progress is told where it says `supports_streaming: true`. */
  async sendRequest(
    request: WaybillRequest,
    signal?: AbortSignal,
    onProgress?: ActionParts['onProgress'],
  ): Promise<Answer> {
    const acts = request.intent.mode !== 'dry_run';
    const timeoutMs = request.intent.timeout_ms;
    const send = async () =>
      readAnswer(await this.#post('mcp/v2', request, { acts, timeoutMs, signal, onProgress }), acts);
    return request.context.nonce === undefined ? send() : sendUntilKnown(send, this.#limitMs(timeoutMs), signal);
  }

  /**
   * What a request would meet, without effect.
   * @throws WaybillClientError, of kind `refused` where the service would not say.
   */
  async explain(request: WaybillRequest, signal?: AbortSignal): Promise<Explanation> {
    return readExplanation(await this.#post('mcp/v2/explain', request, { acts: false, signal }));
  }

  /** The whole envelope of a request, as `send` sends it. */
  buildRequest(parts: RequestParts): WaybillRequest {
    const dot = parts.intent.indexOf('.');
    const type = dot === -1 ? parts.intent : parts.intent.slice(0, dot);
    const subType = dot === -1 ? undefined : parts.intent.slice(dot + 1);
    const intent: Intent = { type };
    if (subType !== undefined) intent.sub_type = subType;
    if (parts.mode !== undefined) intent.mode = parts.mode;
    if (parts.priority !== undefined) intent.priority = parts.priority;
    if (parts.timeoutMs !== undefined) intent.timeout_ms = parts.timeoutMs;
    return {
      // Who sends an intent can take part in it, unless the capabilities say otherwise.
      client_capabilities: defaultCapabilities({
        supported_actions: [subType ?? type],
        supports_streaming: parts.onProgress !== undefined,
        ...this.#capabilities,
      }),
      intent,
      context: parts.nonce === undefined ? parts.context : { ...parts.context, nonce: parts.nonce },
      resources: [...(parts.resources ?? [])],
      payload: { ...parts.payload },
    };
  }

  async #post(path: string, body: unknown, { acts, timeoutMs, signal, onProgress }: PostOptions) {
    const base = this.#baseUrl.href.endsWith('/') ? this.#baseUrl : new URL(`${this.#baseUrl.href}/`);
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    return postJson({
      url: new URL(path, base),
      body,
      headers: token === undefined ? this.#headers : { ...this.#headers, authorization: `Bearer ${token}` },
      timeoutMs: this.#limitMs(timeoutMs),
      signal,
      onProgress,
      acts,
    });
  }

  #limitMs(timeoutMs: number | undefined): number {
    return Math.max(this.#answerTimeoutMs, timeoutMs === undefined ? 0 : timeoutMs + TRAVEL_MS);
  }
}
