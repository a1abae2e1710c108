import type { Acted, AdapterHost, Call, EffectClass } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { type HideSecrets, hideAll, hideInFailure } from '../../../declarative/hide-secrets.ts';
import { DEFAULT_IDLE_MS, DEFAULT_MAX_CONNECTIONS, DEFAULT_START_MS, type McpTargetOptions } from '../mcp-options.ts';
import { secretsOf } from '../secrets-of.ts';
import { askServer } from './ask-server.ts';
import { concludeUnanswered } from './conclude-unanswered.ts';
import type { Connection } from './connection.ts';
import { ConnectionPool } from './connection-pool.ts';
import { ConnectionSlot } from './connection-slot.ts';
import { EraMemory } from './era-memory.ts';
import { openHttpWay } from './http-way.ts';
import type { OnChanged } from './open-connection.ts';
import { openProcessWay } from './process-way.ts';
import type { Send } from './send.ts';
import type { ServerWay } from './server-transport.ts';

/**
 * The way to the server of one target, for everything that is asked of it. `ask` is for calls; the target's own connection, by
 * which it learns what is offered, is `main`.
 */
export class ServerLink {
  readonly main: ConnectionSlot;
  readonly hideSecrets: HideSecrets;
  readonly #way: ServerWay;
  readonly #pool: ConnectionPool | undefined;

  constructor(options: McpTargetOptions, { target, folder }: AdapterHost, events: LinkEvents) {
    this.hideSecrets = hideAll(secretsOf(options));
    this.#way = openWay(options, folder, this.hideSecrets, events.said);
    const startMs = options.start_timeout_ms ?? DEFAULT_START_MS;
    const connection = { way: this.#way, eras: new EraMemory(), startMs, hideSecrets: this.hideSecrets };
    this.main = new ConnectionSlot(target, connection, events.changed);
    if (options.per_principal === true) {
      this.#pool = new ConnectionPool(target, {
        connection,
        mostConnections: options.max_connections ?? DEFAULT_MAX_CONNECTIONS,
        idleMs: options.idle_ms ?? DEFAULT_IDLE_MS,
      });
    }
  }

  /**
   * Asks for a call, on the connection that is its principal's. `send` gets the connection's client with what the request
   * carries and how it is looked after; `conclude` the server's result as it is, `input_required` ones too.
   */
  async ask(call: Call, effect: EffectClass, { params, send, conclude }: Request): Promise<Acted> {
    const connection = await this.connection(call);
    if (isFailure(connection)) return { effect: 'none', failure: connection };
    if (call.signal.aborted) return { effect: 'none', failure: failure('cancelled', 'Stopped before it began') };
    const { end, notes } = await askServer(connection, call, params, send, this.hideSecrets);
    const { failure: failed, ...acted } = 'answer' in end ? conclude(end.answer) : concludeUnanswered(end, effect);
    if (failed === undefined) return acted;
    const hint = [...notes, failed.hint ?? ''].join(' ').trim();
    return { ...acted, failure: hideInFailure(hint === '' ? failed : { ...failed, hint }, this.hideSecrets) };
  }

  /** That of the call's principal, made where it is not there yet. */
  connection({ principal, signal }: Pick<Call, 'principal' | 'signal'>): Promise<Connection | Failure> {
    return this.#pool?.connection(principal, signal) ?? this.main.connection(signal);
  }

  async close(): Promise<void> {
    await Promise.all([this.main.close(), this.#pool?.close()]);
    await this.#way.close();
  }
}

/** What is asked of the server, and what comes of its answer. */
export interface Request {
  readonly params: JsonObject;
  readonly send: Send;
  readonly conclude: (answer: JsonObject) => Acted;
}

export interface LinkEvents {
  /** The server offers something else than it did. */
  readonly changed: OnChanged;
  /** A line that a local server wrote to its error output. */
  readonly said: (line: string) => void;
}

function openWay(
  options: McpTargetOptions,
  folder: string,
  hide: HideSecrets,
  onLine: (line: string) => void,
): ServerWay {
  const { command, url } = options;
  if (command !== undefined) return openProcessWay(command, options, folder, hide, onLine);
  if (url !== undefined) return openHttpWay(url, options);
  throw new Error('Neither a command nor a url: the options were not checked');
}
