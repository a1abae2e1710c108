import type { AdapterHost } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { OutboundRefused } from '../../contracts/outbound.ts';
import type { AskName, AskNowName, FromWorker, SentError, SentRequest, SentResponse, ToWorker } from './protocol.ts';

type Served = Extract<ToWorker, { readonly type: 'served' }>;
type Body = ReadableStreamDefaultReader<Uint8Array>;

/** Open answers of others that the module reads from, and questions that are being answered. */
const MOST_OPEN = 512;

/** Answers what one worker asks its host; `close` ends what it has left open. */
export class HostDesk {
  readonly #host: AdapterHost;
  readonly #send: (message: Served, transfer: ArrayBuffer[]) => void;
  readonly #stops = new Map<number, AbortController>();
  readonly #bodies = new Map<number, Body>();

  constructor(host: AdapterHost, send: (message: Served, transfer: ArrayBuffer[]) => void) {
    this.#host = host;
    this.#send = send;
  }

  async answer({ id, name, args }: Extract<FromWorker, { readonly type: 'ask' }>): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(id, stop);
    try {
      if (this.#stops.size + this.#bodies.size > MOST_OPEN)
        throw new Error('Too much is open at once: read the bodies');
      const value = await this.#find(id, name, args, stop.signal);
      const transfer = value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
      this.#send({ type: 'served', id, value }, transfer);
    } catch (thrown) {
      this.#send({ type: 'served', id, error: describeError(thrown) }, []);
    } finally {
      // A fetch may be stopped for as long as its body is read.
      if (!this.#bodies.has(id)) this.#stops.delete(id);
    }
  }

  answerNow(name: AskNowName, args: unknown): unknown {
    const [first]: readonly unknown[] = Array.isArray(args) ? args : [];
    // A module that writes there itself may send what String() throws on, and nobody catches here.
    const text = typeof first === 'string' ? first : '';
    switch (name) {
      case 'catalogue':
        return JSON.stringify(this.#host.catalogue());
      case 'ownOrigin':
        return this.#host.ownOrigin();
      case 'refuse':
        return this.#host.outbound.refuse(text);
      case 'isPrivateHost':
        return this.#host.outbound.isPrivateHost(text);
    }
  }

  /** It is not waited for any longer: a question, or the body of an answer. */
  drop(id: number): void {
    this.#bodies.delete(id);
    this.#stops.get(id)?.abort();
    this.#stops.delete(id);
  }

  close(): void {
    for (const stop of this.#stops.values()) stop.abort();
    this.#stops.clear();
    this.#bodies.clear();
  }

  // What stands in `args` was written by `worker/`; a module that writes there itself gets errors of this process's own making.
  async #find(id: number, name: AskName, args: unknown, signal: AbortSignal): Promise<unknown> {
    switch (name) {
      case 'fetch':
        return this.#fetch(id, args as SentRequest, signal);
      case 'readBody':
        return this.#readBody(args as number);
      case 'lookup':
        return this.#lookup(args as { readonly hostname: string; readonly wishes: object });
      case 'seal': {
        const { purpose, json, expiresAtMs } = args as { purpose: string; json: string; expiresAtMs: number };
        const value: JsonObject = JSON.parse(json);
        return this.#host.sealer.seal(this.#own(purpose), value, expiresAtMs);
      }
      case 'unseal': {
        const { purpose, token } = args as { readonly purpose: string; readonly token: string };
        return this.#host.sealer.unseal(this.#own(purpose), token);
      }
    }
  }

  /** Tickets, approvals and handles of others are sealed by the same keys: a module opens and makes none but its own. */
  #own(purpose: string): string {
    return `module/${this.#host.target}/${purpose}`;
  }

  async #fetch(id: number, { url, method, headers, body, redirect }: SentRequest, signal: AbortSignal) {
    const response = await this.#host.outbound.fetch(url, {
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      ...(redirect !== undefined && { redirect }),
      headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
      signal,
    });
    if (response.body !== null) this.#bodies.set(id, response.body.getReader());
    const { status, statusText, redirected } = response;
    const sent: SentResponse = {
      status,
      statusText,
      redirected,
      url: response.url,
      headers: [...response.headers],
      body: response.body === null ? undefined : id,
    };
    return sent;
  }

  async #readBody(id: number): Promise<Uint8Array | undefined> {
    const body = this.#bodies.get(id);
    if (body === undefined) throw new Error('This body is not open any longer');
    const { value } = await body.read();
    if (value === undefined) this.drop(id);
    return value?.slice(); // a copy of its own can be handed over, a part of a shared buffer can not
  }

  #lookup({ hostname, wishes }: { readonly hostname: string; readonly wishes: object }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#host.outbound.lookup(hostname, wishes, (error, address, family) =>
        error === null ? resolve({ address, family }) : reject(error),
      );
    });
  }
}

function describeError(thrown: unknown): SentError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { name, message, cause } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  return {
    name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(thrown instanceof OutboundRefused && { refusal: thrown.refusal }),
    ...(cause instanceof Error && cause.cause === undefined && { cause: describeError(cause) }),
  };
}
