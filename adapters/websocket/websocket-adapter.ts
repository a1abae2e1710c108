import type {
  Acted,
  Adapter,
  AdapterHost,
  AdapterKind,
  Call,
  Health,
  IntentDeclaration,
  Observation,
  ResourceTypeDeclaration,
} from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { assertChecked } from '../../declarative/assert-checked.ts';
import { checkSchemas } from '../../declarative/check-schemas.ts';
import { type HideSecrets, hideAll, hideInFailure, hideInProgress } from '../../declarative/hide-secrets.ts';
import { ProgressBudget } from '../../declarative/progress-budget.ts';
import { callInput, probeInput } from '../../declarative/template-input.ts';
import type { Asked, Question } from './bridge-connection.ts';
import { hostOf } from './bridge-failures.ts';
import { BridgeLink } from './bridge-link.ts';
import type { BridgeSettings } from './bridge-settings.ts';
import { type BridgeIntent, type CompiledBridge, compileBridge } from './compile-bridge.ts';
import { DroppedMessages } from './dropped-messages.ts';
import { secretsOf } from './secrets-of.ts';
import {
  DEFAULT_HEARTBEAT_MS,
  DEFAULT_MAX_IN_FLIGHT,
  DEFAULT_MAX_MESSAGE_BYTES,
  DEFAULT_MAX_SEND_BUFFER_BYTES,
  WebSocketOptions,
} from './websocket-options.ts';

/** A bridge that is asked and answers in JSON over one WebSocket: a game engine, a device, an editor. */
export const websocketKind: AdapterKind<WebSocketOptions> = {
  kind: 'websocket',
  options: WebSocketOptions,
  check: (options) => [...compileBridge(options).problems, ...checkSchemas(options.intents)],
  open: async (options, host) => new WebSocketAdapter(options, host),
};

class WebSocketAdapter implements Adapter {
  readonly intents: readonly IntentDeclaration[];
  readonly resourceTypes: readonly ResourceTypeDeclaration[];
  /** A bridge that is not connected refuses by itself and at once: to leave it alone would only hide that it is back. */
  readonly outages = ['deadline_exceeded', 'precheck_timeout'] as const;
  readonly #bridge: CompiledBridge;
  readonly #dropped: DroppedMessages;
  readonly #link: BridgeLink;
  readonly #hide: HideSecrets;

  constructor(options: WebSocketOptions, { log }: AdapterHost) {
    this.#bridge = compileBridge(options);
    assertChecked(this.#bridge.problems);
    this.#hide = hideAll(secretsOf(options));
    this.intents = [...this.#bridge.intents.values()].map(({ declaration }) => declaration);
    this.resourceTypes = [...this.#bridge.resourceTypes.values()].map(({ declaration }) => declaration);
    this.#dropped = new DroppedMessages(log);
    this.#link = new BridgeLink(toSettings(options, this.#bridge, this.#dropped, this.#hide), log);
  }

  async execute(call: Call): Promise<Acted> {
    const intent = this.#bridge.intents.get(call.intentKey);
    if (intent === undefined) throw new Error(`The bridge has no intent ${call.intentKey}`);
    const input = callInput(call);
    const outgoing = intent.compose(input);
    if (isFailure(outgoing)) return { effect: 'none', failure: outgoing };
    const connection = await this.#link.connection(call.signal);
    // Until it is back, to try again at once is of no use.
    if (isFailure(connection)) return { effect: 'none', failure: connection, transient: false };
    const asked = await connection.ask({
      ...outgoing,
      signal: call.signal,
      ...this.#cancelBy(input, outgoing.id),
      ...reportProgress(intent, call, input, this.#hide),
    });
    const acted = conclude(intent, asked, input);
    return acted.failure === undefined ? acted : { ...acted, failure: hideInFailure(acted.failure, this.#hide) };
  }

  async probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Observation | Failure> {
    const type = this.#bridge.resourceTypes.get(resource.type);
    if (type === undefined) throw new Error(`The bridge has no resources of type ${resource.type}`);
    const input = probeInput(resource, call);
    const outgoing = type.compose(input);
    if (isFailure(outgoing)) return outgoing;
    const connection = await this.#link.connection(signal);
    if (isFailure(connection)) return connection;
    const asked = await connection.ask({ ...outgoing, signal, ...this.#cancelBy(input, outgoing.id) });
    if ('failure' in asked) return asked.failure;
    const seen = type.readState({ ...input, response: asked.message });
    return isFailure(seen) ? hideInFailure(seen, this.#hide) : seen;
  }

  async health(): Promise<Health> {
    const connection = await this.#link.connection(new AbortController().signal);
    return isFailure(connection) ? { status: 'unhealthy', detail: connection.message } : { status: 'healthy' };
  }

  async close(): Promise<void> {
    await this.#link.close();
    this.#dropped.tell();
  }

  #cancelBy(input: object, id: string): Pick<Question, 'cancelText'> {
    const { composeCancel } = this.#bridge;
    if (composeCancel === undefined) return {};
    return {
      cancelText: () => {
        const text = composeCancel({ ...input, request_id: id });
        return typeof text === 'string' ? text : undefined;
      },
    };
  }
}

function reportProgress(
  { readProgress }: BridgeIntent,
  call: Call,
  input: object,
  hide: HideSecrets,
): Pick<Question, 'onEvent'> {
  if (readProgress === undefined) return {};
  const budget = new ProgressBudget();
  return {
    onEvent: (message) => {
      const progress = budget.take() ? readProgress({ ...input, message }) : undefined;
      if (progress !== undefined) call.progress(hideInProgress(progress, hide));
    },
  };
}

function conclude({ declaration, readAnswer }: BridgeIntent, asked: Asked, input: object): Acted {
  if ('message' in asked) return readAnswer({ ...input, response: asked.message });
  return { failure: asked.failure, effect: asked.isSent && declaration.effect !== 'read' ? 'unknown' : 'none' };
}

function toSettings(
  options: WebSocketOptions,
  { readMessage, helloUntil }: CompiledBridge,
  dropped: DroppedMessages,
  hideSecrets: HideSecrets,
): BridgeSettings {
  const { url, headers = {}, bearer, subprotocol, hello } = options;
  return {
    url,
    host: hostOf(url),
    headers: { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
    subprotocol,
    hello: hello && { text: JSON.stringify(hello.send), until: helloUntil },
    readMessage,
    heartbeatMs: options.heartbeat_ms ?? DEFAULT_HEARTBEAT_MS,
    maxMessageBytes: options.max_message_bytes ?? DEFAULT_MAX_MESSAGE_BYTES,
    maxInFlight: options.max_in_flight ?? DEFAULT_MAX_IN_FLIGHT,
    maxSendBufferBytes: options.max_send_buffer_bytes ?? DEFAULT_MAX_SEND_BUFFER_BYTES,
    dropped,
    hideSecrets,
  };
}
