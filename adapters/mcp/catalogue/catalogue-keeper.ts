import type { AdapterLog } from '../../../contracts/adapter.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { backOffMs } from '../connections/back-off.ts';
import type { Connection } from '../connections/connection.ts';
import type { ConnectionSlot } from '../connections/connection-slot.ts';
import { describeError } from '../connections/describe-error.ts';
import { type Listed, readServer } from './read-server.ts';
import { watchServer } from './watch-server.ts';

/** Taking up what is offered compiles all of it: a server that tells of a change all the time must not keep the service from its work. */
const LEAST_MS = 1000;
/** So often within as many seconds, whenever that is: what changes now and then is taken up at once. */
const AT_ONCE = 4;
const MOST_MS = 86_400_000;

export interface KeeperSettings {
  readonly slot: ConnectionSlot;
  readonly readMs: number;
  /** Where the server does not say how long what it offers holds. */
  readonly refreshMs: number;
  readonly log: AdapterLog;
  readonly declare: (listed: Listed) => void;
}

/** Keeps the target's own connection, and what is known of what the server offers. */
export class CatalogueKeeper {
  readonly #settings: KeeperSettings;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #isAskedAgain = false;
  #failedReads = 0;
  /** When it was read the last few times. */
  readonly #readsMs: number[] = [];
  #watching: Connection | undefined;
  #problem: string | undefined;

  constructor(settings: KeeperSettings) {
    this.#settings = settings;
  }

  /** Why what is known may not be what the server offers. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Something has changed, or the connection was made or lost: looks anew, soon. */
  lookAgain(waitMs = 0): void {
    if (this.#closing.signal.aborted) return;
    if (this.#running) {
      this.#isAskedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    const [oldestMs = 0] = this.#readsMs;
    const soonestMs = this.#readsMs.length < AT_ONCE ? 0 : oldestMs + AT_ONCE * LEAST_MS - performance.now();
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, waitMs, soonestMs)).unref();
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    this.#running = true;
    this.#isAskedAgain = false;
    const waitMs = await this.#readOnce();
    this.#running = false;
    this.lookAgain(this.#isAskedAgain ? 0 : waitMs);
  }

  /** In how many milliseconds to look again. */
  async #readOnce(): Promise<number> {
    const { slot, readMs, refreshMs, declare } = this.#settings;
    const connection = await slot.connection(this.#closing.signal);
    if (isFailure(connection)) {
      this.#note(slot.why);
      return Math.max(LEAST_MS / 10, slot.waitMs);
    }
    this.#watch(connection);
    this.#readsMs.push(performance.now());
    if (this.#readsMs.length > AT_ONCE) this.#readsMs.shift();
    const listed = await readServer(connection, readMs, this.#closing.signal)
      .then((offered) => {
        declare(offered); // fails where what is offered is nested too deep to be written down
        return offered;
      })
      .catch(describeError);
    if (typeof listed === 'string') {
      this.#note(`it does not say what it offers: ${listed}`);
      this.#failedReads += 1;
      return backOffMs(this.#failedReads);
    }
    this.#failedReads = 0;
    this.#problem = undefined;
    const { ttlMs } = listed;
    return ttlMs === undefined || ttlMs <= 0 ? refreshMs : Math.min(MOST_MS, Math.max(LEAST_MS, ttlMs));
  }

  #watch(connection: Connection): void {
    if (this.#watching === connection) return;
    this.#watching = connection;
    const fields: JsonObject = {
      era: connection.era,
      server: String(connection.client.getServerVersion()?.name ?? 'it does not say').slice(0, 200),
    };
    this.#settings.log.info(fields, 'the MCP server is connected');
    void connection.lost.then((why) => {
      this.#note(why);
      this.lookAgain(this.#settings.slot.waitMs);
    });
    watchServer(connection, () => this.lookAgain());
  }

  /** A server that keeps failing for the same reason is told of once. */
  #note(why: string): void {
    if (this.#closing.signal.aborted || why === this.#problem) return;
    this.#problem = why;
    this.#settings.log.warn(
      { why },
      'the MCP server is not connected, or does not say what it offers; this is tried again',
    );
  }
}
