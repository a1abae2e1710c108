import { type Failure, isFailure } from '../../contracts/failure.ts';
import { type CdpConnection, openCdpConnection } from './cdp/cdp-connection.ts';
import { CdpError } from './cdp/cdp-error.ts';
import type { BrowserAddress } from './cdp/find-web-socket-url.ts';
import { browserUnavailable } from './translate-cdp-error.ts';

/** The one connection to a browser: opened when first needed, looked for anew once it is lost. */
export class BrowserLink<Connected> {
  readonly #locate: () => Promise<BrowserAddress | Failure | undefined>;
  readonly #onConnect: (connection: CdpConnection) => Promise<Connected>;
  #current: Promise<Connected | Failure> | undefined;
  #connection: CdpConnection | undefined;
  #closed = false;

  constructor(
    locate: () => Promise<BrowserAddress | Failure | undefined>,
    onConnect: (connection: CdpConnection) => Promise<Connected>,
  ) {
    this.#locate = locate;
    this.#onConnect = onConnect;
  }

  /** What was built on the living connection, or `adapter_unavailable`. */
  async connect(): Promise<Connected | Failure> {
    if (this.#closed) return browserUnavailable('The browser target was closed with the service.');
    const attempt = this.#current ?? this.#open();
    this.#current = attempt;
    let isOpen = false;
    try {
      const connected = await attempt;
      isOpen = !isFailure(connected);
      return connected;
    } finally {
      // A throw is forgotten as well: kept, it would be the answer to every request to come.
      if (!isOpen && this.#current === attempt) this.#current = undefined;
    }
  }

  /** What was built on the connection, where there is one already. */
  async peek(): Promise<Connected | undefined> {
    const connected = await this.#current?.catch(() => undefined);
    return connected === undefined || isFailure(connected) ? undefined : connected;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.peek();
    this.#connection?.close();
  }

  async #open(): Promise<Connected | Failure> {
    const address = await this.#locate();
    if (address === undefined) return browserUnavailable();
    if (isFailure(address)) return address;
    try {
      const connection = await openCdpConnection(address.url, address.headers);
      connection.onClose(() => {
        this.#current = undefined;
      });
      this.#connection = connection;
      return await this.#onConnect(connection);
    } catch (error) {
      if (error instanceof CdpError) return browserUnavailable();
      throw error;
    }
  }
}
