import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import type { Failure } from '../../contracts/failure.ts';
import type { JsonValue } from '../../contracts/json.ts';
import {
  bridgeDown,
  bridgeMisbehaved,
  connectionLost,
  givenUp,
  messageTooLarge,
  readsTooSlowly,
  tooManyInFlight,
} from './bridge-failures.ts';
import type { BridgeSettings } from './bridge-settings.ts';
import { describeClose, describeError } from './describe-end.ts';
import type { DropReason } from './dropped-messages.ts';
import { Heartbeat } from './heartbeat.ts';
import { parseMessage } from './parse-message.ts';

/** One request to the bridge. */
export interface Question {
  /** Stands in `text`, and is no other question's: what the bridge answers by. */
  readonly id: string;
  readonly text: string;
  /** Gives the question up; the bridge is told by `cancelText`, if there is one. */
  readonly signal: AbortSignal;
  readonly cancelText?: () => string | undefined;
  readonly onEvent?: (message: JsonValue) => void;
}

/** What came of a question. */
export type Asked =
  | { readonly message: JsonValue }
  | {
      readonly failure: Failure;
      /** False: it surely did not reach the bridge. */
      readonly isSent: boolean;
    };

interface Pending {
  settle(asked: Asked): void;
  readonly onEvent: ((message: JsonValue) => void) | undefined;
}

/** One connection to the bridge, and the questions that were asked on it: none of them outlives it. */
export class BridgeConnection {
  readonly #socket: WebSocket;
  readonly #settings: BridgeSettings;
  readonly #heartbeat: Heartbeat;
  readonly #onEnd: (why: string) => void;
  readonly #pending = new Map<string, Pending>();
  readonly #closed: Promise<void>;
  #hasEnded = false;

  /** Takes an open socket over. `onEnd` is called once, when nothing can be asked on it any more. */
  constructor(socket: WebSocket, transport: Socket, settings: BridgeSettings, onEnd: (why: string) => void) {
    this.#socket = socket;
    this.#settings = settings;
    this.#onEnd = onEnd;
    this.#heartbeat = new Heartbeat(socket, transport, settings.heartbeatMs, () => this.#cutForSilence());
    this.#closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        this.#lose(settings.hideSecrets(describeClose(code, reason)));
        resolve();
      });
    });
    socket.on('message', (data, isBinary) => {
      const reason = this.#receive(data, isBinary);
      if (reason !== undefined) settings.dropped.count(reason);
    });
    // What comes here is a bridge that breaks the protocol; a broken connection ends without an error. The socket closes itself.
    socket.on('error', (error) => {
      const what = describeError(error);
      this.#end(bridgeMisbehaved(settings.host, `broke the protocol (${what})`), what);
    });
  }

  get isOpen(): boolean {
    return !this.#hasEnded && this.#socket.readyState === this.#socket.OPEN;
  }

  ask(question: Question): Asked | Promise<Asked> {
    const refusal = this.#refusal(question);
    if (refusal !== undefined) return { failure: refusal, isSent: false };
    const { id, text, signal, cancelText, onEvent } = question;
    return new Promise((resolve) => {
      const settle = (asked: Asked): void => {
        this.#pending.delete(id);
        signal.removeEventListener('abort', giveUp);
        resolve(asked);
      };
      const giveUp = (): void => {
        settle({ failure: givenUp(), isSent: true });
        this.#cancel(cancelText?.());
      };
      this.#pending.set(id, { settle, onEvent });
      signal.addEventListener('abort', giveUp, { once: true });
      this.#socket.send(text);
    });
  }

  /** Ends the connection and every question. */
  close(): Promise<void> {
    this.#lose('the target was closed');
    this.#socket.close(1001);
    return this.#closed;
  }

  #refusal({ text, signal }: Question): Failure | undefined {
    const { host, maxInFlight, maxMessageBytes, maxSendBufferBytes } = this.#settings;
    if (signal.aborted) return givenUp();
    if (!this.isOpen) return bridgeDown(host, 'it is closing');
    if (this.#pending.size >= maxInFlight) return tooManyInFlight(host, maxInFlight);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxMessageBytes) return messageTooLarge(bytes, maxMessageBytes);
    const waitingBytes = this.#socket.bufferedAmount;
    return waitingBytes + bytes > maxSendBufferBytes && waitingBytes > 0
      ? readsTooSlowly(host, waitingBytes, maxSendBufferBytes)
      : undefined;
  }

  /** The bridge may not be told where it does not read: that it goes on is known to whoever gave up. */
  #cancel(text: string | undefined): void {
    if (text === undefined || !this.isOpen || this.#socket.bufferedAmount > this.#settings.maxSendBufferBytes) return;
    this.#socket.send(text);
  }

  /** Why the message was dropped; undefined: it was not. */
  #receive(data: RawData, isBinary: boolean): DropReason | undefined {
    const parsed = isBinary ? 'binary' : parseMessage(data);
    if (typeof parsed === 'string') return parsed;
    const addressed = this.#settings.readMessage(parsed.message);
    if (addressed === undefined) return 'unmatched';
    const pending = this.#pending.get(addressed.id);
    if (pending === undefined) return 'unawaited';
    if (addressed.isEvent) pending.onEvent?.(parsed.message);
    else pending.settle({ message: parsed.message });
    return undefined;
  }

  #cutForSilence(): void {
    this.#lose(`nothing came from it within ${this.#settings.heartbeatMs} ms of a ping`);
    this.#socket.terminate();
  }

  #lose(why: string): void {
    this.#end(connectionLost(this.#settings.host, why), why);
  }

  #end(failure: Failure, why: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#heartbeat.stop();
    for (const { settle } of [...this.#pending.values()]) settle({ failure, isSent: true });
    this.#onEnd(why);
  }
}
