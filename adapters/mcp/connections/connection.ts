import type { Client, ProtocolEra } from '@modelcontextprotocol/client';
import type { ServerTransport } from './server-transport.ts';
import type { WaitingCalls } from './waiting-calls.ts';

/** One connection to the server, on which both sides have agreed how they speak. */
export class Connection {
  readonly client: Client;
  readonly era: ProtocolEra;
  /** The calls that wait for an answer on it: what a server of the legacy era asks meanwhile is asked because of one of them. */
  readonly waiting: WaitingCalls;
  /** Whether a call was answered on it. */
  hasAnswered = false;
  /** Resolves with why it is over, once it is. */
  readonly lost: Promise<string>;
  readonly #transport: ServerTransport;
  #tellLost: (why: string) => void = () => undefined;
  #isLost = false;
  #closing: Promise<void> | undefined;

  constructor(client: Client, transport: ServerTransport, waiting: WaitingCalls) {
    this.client = client;
    this.era = client.getProtocolEra() ?? 'legacy';
    this.waiting = waiting;
    this.#transport = transport;
    this.lost = new Promise((resolve) => {
      this.#tellLost = resolve;
    });
    client.onclose = () => this.drop(transport.whyEnded() ?? 'the server closed it');
    if (client.transport === undefined) client.onclose();
  }

  /** How the other side ended, where that can be known. */
  whyEnded(): string | undefined {
    return this.#transport.whyEnded();
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Gives it up: the next call has another one made. */
  drop(why: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#tellLost(why);
    void this.close();
  }

  /** A session of the legacy era is ended too, where the server still hears of it. */
  close(): Promise<void> {
    this.#closing ??= this.#transport.leave().catch(() => undefined);
    return this.#closing;
  }
}
