import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import {
  type AskNowName,
  COUNTERS,
  type FromWorker,
  MOST_BACKLOG,
  type ToWorker,
  type WorkerStart,
} from '../protocol.ts';

/** The service answers at once, unless it has more to do than it can. */
const ANSWER_LIMIT_MS = 10_000;

/** The worker's end of the line to the service. */
export class WorkerWire {
  readonly #port: MessagePort;
  readonly #atOnce: MessagePort;
  readonly #counters: Int32Array;
  #asked = 0;

  constructor({ port, atOnce, counters }: WorkerStart) {
    this.#port = port;
    this.#atOnce = atOnce;
    this.#counters = new Int32Array(counters);
  }

  onMessage(take: (message: ToWorker) => void): void {
    this.#port.on('message', take);
  }

  send(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** Left out where the service does not keep up. */
  sendIfRoom(message: FromWorker): void {
    if (Atomics.load(this.#counters, COUNTERS.backlog) >= MOST_BACKLOG) return;
    Atomics.add(this.#counters, COUNTERS.backlog, 1);
    this.send(message);
  }

  /** Stands still until the service has answered. */
  askNow(name: AskNowName, args: readonly string[] = []): unknown {
    this.#asked += 1;
    const id = this.#asked;
    Atomics.store(this.#counters, COUNTERS.answered, 0);
    this.send({ type: 'askNow', id, name, args });
    const untilMs = performance.now() + ANSWER_LIMIT_MS;
    for (;;) {
      // One that came too late for an earlier question is passed over.
      const received: { message: { id: number; value: unknown } } | undefined = receiveMessageOnPort(this.#atOnce);
      if (received?.message.id === id) return received.message.value;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw new Error(`The service did not answer within ${ANSWER_LIMIT_MS} ms`);
      if (received !== undefined) continue;
      Atomics.wait(this.#counters, COUNTERS.answered, 0, leftMs);
      Atomics.store(this.#counters, COUNTERS.answered, 0);
    }
  }
}
