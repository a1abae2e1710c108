import type { Logger } from 'pino';
import type { AdapterKind, Catalogue } from '../contracts/adapter.ts';
import type { CoreServices } from './build-core.ts';
import type { Settings } from './config/settings.ts';
import type { Hosts } from './create-hosts.ts';
import { type Current, openCurrent, rebuildCurrent } from './current.ts';
import { Outgoing } from './outgoing.ts';

const NOTHING: Catalogue = { intents: [], resourceTypes: [] };

/** What the service serves with, swapped by a reload, or by a target that offers something else than it did. */
export class Serving {
  readonly outgoing: Outgoing;
  readonly #kinds: ReadonlyMap<string, AdapterKind>;
  readonly #services: CoreServices;
  readonly #logger: Logger;
  readonly #onSwap = new Set<() => void>();
  #current: Current | undefined;

  constructor(kinds: ReadonlyMap<string, AdapterKind>, services: CoreServices, logger: Logger) {
    this.#kinds = kinds;
    this.#services = services;
    this.#logger = logger;
    this.outgoing = new Outgoing((error) => logger.warn({ error }, 'what a reload replaced could not be closed'));
  }

  get current(): Current {
    if (this.#current === undefined) throw new Error('Nothing can be asked of the service before it is open');
    return this.#current;
  }

  /** Has `listener` called after each swap, until the function that it returns is called. */
  onSwap(listener: () => void): () => void {
    this.#onSwap.add(listener);
    return () => this.#onSwap.delete(listener);
  }

  catalogue(): Catalogue {
    return this.#current?.core.offers.catalogue ?? NOTHING;
  }

  /** Once nothing runs, neither on what serves nor on what served before. */
  async whenIdle(): Promise<void> {
    const all = [...this.outgoing.left(), this.current];
    await Promise.all(all.map(({ core }) => core.running.whenIdle()));
  }

  /** Throws a StartupError where the settings don't open; what served before then serves on. */
  async open(wanted: Settings, hosts: Hosts): Promise<void> {
    const opened = await openCurrent(wanted, this.#current, this.#kinds, hosts, this.#services);
    this.#replaceBy(opened);
  }

  /** Takes up what the open targets offer now. What is being opened meanwhile is taken as it is in the end. */
  redeclare(): void {
    if (this.#current === undefined) return;
    try {
      this.#replaceBy(rebuildCurrent(this.#current, this.#services));
    } catch (error) {
      this.#logger.warn({ error: String(error) }, 'what a target offers now can not be taken up: all stays as it was');
    }
  }

  #replaceBy(after: Current): void {
    const before = this.#current;
    this.#current = after;
    for (const what of after.core.leftOut) {
      if (!before?.core.leftOut.includes(what)) this.#logger.warn({ problem: what }, 'an intent is left out');
    }
    if (before === undefined) return;
    this.outgoing.replace(before, after);
    for (const listener of this.#onSwap) listener();
  }
}
