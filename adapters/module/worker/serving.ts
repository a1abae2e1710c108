import { inspect } from 'node:util';
import type { Adapter } from '../../../contracts/adapter.ts';
import type { Progress } from '../../../contracts/progress.ts';
import type { SentCall, ToWorker } from '../protocol.ts';
import { type HeldCall, HeldCalls } from './held-calls.ts';
import { TooLarge, toJson } from './to-json.ts';
import type { WorkerWire } from './worker-wire.ts';

type Message = Exclude<ToWorker, { readonly type: 'ping' | 'served' }>;
type Signalling = Extract<Message, { readonly type: 'abort' | 'abortCall' | 'forget' }>;

/** Calls the module's adapter, and gives the service what it gave as JSON. */
export class Serving {
  readonly #adapter: Adapter;
  readonly #wire: WorkerWire;
  readonly #resultBytes: number;
  readonly #calls: HeldCalls;
  /** What the service waits for, with the signal of a look. */
  readonly #running = new Map<number, AbortController>();

  constructor(adapter: Adapter, wire: WorkerWire, resultBytes: number) {
    this.#adapter = adapter;
    this.#wire = wire;
    this.#resultBytes = resultBytes;
    this.#calls = new HeldCalls((op, progress) => this.#tell(op, progress));
  }

  take(message: Message): void {
    switch (message.type) {
      case 'abort':
        this.#running.get(message.op)?.abort();
        break;
      case 'abortCall':
        this.#calls.abort(message.call);
        break;
      case 'forget':
        this.#running.delete(message.op);
        break;
      default:
        void this.#answer(message); // what goes wrong in it is told to the service
    }
  }

  async #answer(message: Exclude<Message, Signalling>): Promise<void> {
    const { op } = message;
    const controller = new AbortController();
    this.#running.set(op, controller);
    try {
      this.#give(op, await this.#call(message, controller.signal));
    } catch (thrown) {
      this.#wire.send({ type: 'broke', op, why: 'threw', error: inspect(thrown) });
    } finally {
      this.#running.delete(op);
    }
  }

  async #call(message: Exclude<Message, Signalling>, signal: AbortSignal): Promise<unknown> {
    switch (message.type) {
      case 'execute':
        return this.#withCall(message.call, (held) => {
          held.actingAs = message.op;
          return this.#adapter.execute(held.call);
        });
      case 'probe':
        return this.#withCall(message.call, ({ call }) => this.#adapter.probe(message.resource, call, signal));
      case 'health':
        return this.#adapter.health();
      case 'close':
        await this.#adapter.close();
        return null;
    }
  }

  async #withCall(sent: SentCall, work: (held: HeldCall) => unknown): Promise<unknown> {
    const held = this.#calls.hold(sent);
    try {
      return await work(held);
    } finally {
      this.#calls.release(held);
    }
  }

  #give(op: number, value: unknown): void {
    try {
      this.#wire.send({ type: 'answer', op, json: toJson(value, this.#resultBytes) });
    } catch (thrown) {
      if (thrown instanceof TooLarge) this.#wire.send({ type: 'broke', op, why: 'too_large', error: thrown.message });
      else this.#wire.send({ type: 'broke', op, why: 'no_json', error: inspect(thrown) });
    }
  }

  #tell(op: number, progress: Progress): void {
    if (this.#running.has(op)) this.#wire.sendIfRoom({ type: 'progress', op, json: toJson(progress) });
  }
}
