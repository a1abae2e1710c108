import { OutboundRefused } from '../../../contracts/outbound.ts';
import type { AskName, SentError, ToWorker } from '../protocol.ts';
import type { WorkerWire } from './worker-wire.ts';

/** A module that asks for more at once has lost count of them. */
const MOST_ASKED = 256;

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What the module has asked the service for, and waits for. */
export class Asking {
  readonly #wire: WorkerWire;
  readonly #asked = new Map<number, Asked>();
  #last = 0;

  constructor(wire: WorkerWire) {
    this.#wire = wire;
  }

  async ask(name: AskName, args: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#asked.size >= MOST_ASKED) throw new Error(`More than ${MOST_ASKED} questions to the service at once`);
    this.#last += 1;
    const id = this.#last;
    const onAbort = (): void => {
      this.#wire.send({ type: 'unask', id });
      this.#take(id)?.reject(signal?.reason);
    };
    try {
      return await new Promise((resolve, reject) => {
        this.#wire.send({ type: 'ask', id, name, args });
        this.#asked.set(id, { resolve, reject });
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  settle({ id, value, error }: Extract<ToWorker, { type: 'served' }>): void {
    const asked = this.#take(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(readError(error));
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}

/** As `fetch` and `lookup` of the service failed. */
function readError({ name, message, code, refusal, cause }: SentError): Error {
  if (refusal !== undefined) return new OutboundRefused(refusal);
  const more = cause === undefined ? {} : { cause: readError(cause) };
  const error = name === 'TypeError' ? new TypeError(message, more) : new Error(message, more);
  error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}
