import { receiveMessageOnPort } from 'node:worker_threads';
import type { AdapterHost, Call } from '../../contracts/adapter.ts';
import type { Resource } from '../../contracts/resource.ts';
import { type Answer, AskedOps, type Stopping } from './asked-ops.ts';
import { HostDesk } from './host-desk.ts';
import type { LogLines } from './log-lines.ts';
import type { ModuleSettings } from './module-options.ts';
import { COUNTERS, type FromWorker, type SentCall, type ToWorker } from './protocol.ts';
import { readMessage } from './read-message.ts';
import { type StartedWorker, startWorker } from './start-worker.ts';
import { type Pulse, watchPulse } from './watch-pulse.ts';

export type Opening = Extract<FromWorker, { readonly type: 'opened' | 'unopened' }>;

/** What is heard of a worker. */
export interface LinkEvents {
  /** The module says (again) what it offers, or why it is not open. */
  opening(opening: Opening): void;
  /** Once: why it answers nothing any longer, and what is for the log only. Its thread may go on for a while. */
  ended(reason: string, error: unknown): void;
}

const BYTES_PER_MB = 1_048_576;

/** One worker that a module runs in: what it is asked, what it asks for, and its end. */
export class WorkerLink {
  /** Its thread has ended. */
  readonly exited: Promise<void>;
  readonly #settings: ModuleSettings;
  readonly #events: LinkEvents;
  readonly #lines: LogLines;
  readonly #parts: StartedWorker;
  readonly #ops = new AskedOps((message) => this.#send(message));
  readonly #desk: HostDesk;
  readonly #callIds = new WeakMap<Call, number>();
  #lastCall = 0;
  #pulse: Pulse | undefined;
  #hasEnded = false;

  constructor(address: URL, settings: ModuleSettings, host: AdapterHost, lines: LogLines, events: LinkEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#lines = lines;
    this.#parts = startWorker(address, settings, host);
    this.#desk = new HostDesk(host, (message, transfer) => this.#send(message, transfer));
    const { worker, port } = this.#parts;
    lines.follow(worker.stdout, 'stdout');
    lines.follow(worker.stderr, 'stderr');
    port.on('message', (message: unknown) => this.#take(readMessage(message)));
    worker.on('error', (error: unknown) => this.#finish(describeEnd(error, settings), error));
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.#takeRest();
        this.#finish(`its thread ended itself, with exit code ${code}`, undefined);
        port.close();
        this.#parts.atOnce.close();
        resolve();
      });
    });
  }

  execute(call: Call, onProgress: (json: string) => void): Promise<Answer> {
    const sent = this.#describe(call);
    return this.#ops.ask((op) => ({ type: 'execute', op, call: sent }), [this.#stopping(call, sent)], onProgress);
  }

  probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Answer> {
    const sent = this.#describe(call);
    return this.#ops.ask(
      (op) => ({ type: 'probe', op, call: sent, resource }),
      [{ signal, message: (op) => ({ type: 'abort', op }) }, this.#stopping(call, sent)],
    );
  }

  ask(type: 'health' | 'close'): Promise<Answer> {
    return this.#ops.ask((op) => ({ type, op }));
  }

  /** Watches from here on that the thread is not busy for longer than it may be. */
  watch(): void {
    const { silentMs } = this.#settings;
    this.#pulse ??= watchPulse(
      silentMs,
      () => this.#send({ type: 'ping' }),
      () => this.end(`its thread was busy for more than ${silentMs} ms`),
    );
  }

  /** Answers all that is asked of it with its end, and ends the thread; one that is held by the system ends later. */
  end(reason: string, error?: string): void {
    this.#finish(reason, error);
    void this.#parts.worker.terminate();
  }

  #finish(reason: string, error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#pulse?.stop();
    this.#desk.close();
    this.#ops.loseAll(reason);
    this.#events.ended(reason, error);
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#parts.port.postMessage(message, transfer);
  }

  /** What it said before it ended is still true. */
  #takeRest(): void {
    for (;;) {
      const received: { readonly message: unknown } | undefined = receiveMessageOnPort(this.#parts.port);
      if (received === undefined) return;
      this.#take(readMessage(received.message));
    }
  }

  #take(message: FromWorker | undefined): void {
    if (message === undefined) return;
    if (message.type === 'progress' || message.type === 'log') {
      Atomics.sub(this.#parts.counters, COUNTERS.backlog, 1);
    }
    if (!this.#hasEnded) this.#heed(message);
  }

  #heed(message: FromWorker): void {
    switch (message.type) {
      case 'opened':
      case 'unopened':
        this.#events.opening(message);
        break;
      case 'answer':
        this.#ops.settle(message.op, { json: message.json });
        break;
      case 'broke':
        this.#ops.settle(message.op, { broke: message.why, error: message.error });
        break;
      case 'progress':
        this.#ops.progress(message.op, message.json);
        break;
      case 'log':
        this.#lines.writeJson(message.level, message.json, message.message);
        break;
      case 'pong':
        this.#beat(message.externalBytes);
        break;
      case 'ask':
        void this.#desk.answer(message);
        break;
      case 'unask':
        this.#desk.drop(message.id);
        break;
      case 'askNow':
        this.#answerNow(message);
        break;
    }
  }

  /** V8 holds the heap to its limit; what buffers take is beside it. */
  #beat(externalBytes: number): void {
    this.#pulse?.beat();
    const { memoryMb } = this.#settings;
    if (externalBytes > memoryMb * BYTES_PER_MB) this.end(`it used more than ${memoryMb} MiB`);
  }

  #answerNow({ id, name, args }: Extract<FromWorker, { readonly type: 'askNow' }>): void {
    const { atOnce, counters } = this.#parts;
    atOnce.postMessage({ id, value: this.#desk.answerNow(name, args) });
    Atomics.store(counters, COUNTERS.answered, 1);
    Atomics.notify(counters, COUNTERS.answered);
  }

  #stopping(call: Call, { id }: SentCall): Stopping {
    return { signal: call.signal, message: () => ({ type: 'abortCall', call: id }) };
  }

  #describe(call: Call): SentCall {
    const { intentKey, payload, resources, capabilities, context, principal, traceparent } = call;
    const known = { intentKey, payload, resources, capabilities, context, principal, traceparent };
    return { ...known, id: this.#idOf(call), remainingMs: call.remainingMs() };
  }

  #idOf(call: Call): number {
    const known = this.#callIds.get(call);
    if (known !== undefined) return known;
    this.#lastCall += 1;
    this.#callIds.set(call, this.#lastCall);
    return this.#lastCall;
  }
}

function describeEnd(error: unknown, { memoryMb }: ModuleSettings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `it used more than ${memoryMb} MiB`;
  return 'it broke outside of any call';
}
