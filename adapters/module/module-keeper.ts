import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { AdapterHost } from '../../contracts/adapter.ts';
import { type Declarations, NOTHING_DECLARED, readDeclarations } from './declarations.ts';
import { bounded, type LogLines } from './log-lines.ts';
import type { ModuleSettings } from './module-options.ts';
import type { Shapes } from './shapes.ts';
import { Spaced } from './spaced.ts';
import { type Opening, WorkerLink } from './worker-link.ts';

/** Before it is opened again; doubled each time, until it has stayed open for a while. */
const FIRST_DELAY_MS = 100;
const MOST_DELAY_MS = 30_000;
const STEADY_MS = 10_000;
/** How long its own `close` may take, and its thread to end. */
const CLOSE_MS = 2000;
const EXIT_MS = 2000;
/** Taking up declarations compiles all of them: a module that tells of a change all the time must not keep the service from its work. */
const DECLARE_MS = 1000;

/** Opens a module in a worker, and again whenever that has ended. */
export class ModuleKeeper {
  readonly #address: URL;
  readonly #settings: ModuleSettings;
  readonly #host: AdapterHost;
  readonly #shapes: Shapes;
  readonly #lines: LogLines;
  #declarations = NOTHING_DECLARED;
  #declaredAs: string | undefined;
  #link: WorkerLink | undefined;
  #openedAtMs: number | undefined;
  #attempts = 0;
  #nextAtMs = 0;
  #reason = 'it is being opened';
  #loggedReason: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;
  readonly #redeclared = new Spaced<{ readonly link: WorkerLink; readonly json: string }>(
    DECLARE_MS,
    ({ link, json }) => this.#declare(link, json),
  );
  #tellTried = (): void => {};
  #tellChanged = (): void => {};

  constructor(address: URL, settings: ModuleSettings, host: AdapterHost, shapes: Shapes, lines: LogLines) {
    this.#address = address;
    this.#settings = settings;
    this.#host = host;
    this.#shapes = shapes;
    this.#lines = lines;
  }

  /** Until it is open, or the first try has failed. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#tellTried = resolve;
      this.#start();
    });
  }

  /** As it last said; nothing before it was ever open. */
  get declarations(): Declarations {
    return this.#declarations;
  }

  get isDeclared(): boolean {
    return this.#declaredAs !== undefined;
  }

  onChange(changed: () => void): void {
    this.#tellChanged = changed;
  }

  /** Undefined: it is not open. */
  get link(): WorkerLink | undefined {
    return this.#openedAtMs === undefined ? undefined : this.#link;
  }

  /** Why it is not open. */
  get reason(): string {
    return this.#reason;
  }

  /** In how many milliseconds it is worth asking again. */
  retryAfterMs(): number {
    return Math.max(FIRST_DELAY_MS, Math.ceil(this.#nextAtMs - performance.now()));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #start(): void {
    const link = new WorkerLink(this.#address, this.#settings, this.#host, this.#lines, {
      opening: (opening) => this.#heed(link, opening),
      ended: (reason, error) => this.#end(link, reason, error),
    });
    this.#link = link;
    const { openMs } = this.#settings;
    this.#timer = setTimeout(() => link.end(`it did not open within ${openMs} ms`), openMs);
  }

  #heed(link: WorkerLink, opening: Opening): void {
    if (opening.type === 'unopened') {
      link.end(bounded(opening.reason), opening.error);
      return;
    }
    const { json } = opening;
    if (this.#openedAtMs === undefined) this.#declare(link, json);
    else if (json === this.#declaredAs) this.#redeclared.drop();
    else this.#redeclared.take({ link, json });
  }

  #declare(link: WorkerLink, json: string): void {
    const declared = readDeclarations(this.#shapes, json);
    if ('wrong' in declared) link.end(`its declarations are wrong: ${bounded(declared.wrong)}`);
    else this.#opened(link, json, declared.value);
  }

  #opened(link: WorkerLink, json: string, declarations: Declarations): void {
    if (this.#openedAtMs === undefined) {
      clearTimeout(this.#timer);
      link.watch();
      this.#openedAtMs = performance.now();
      this.#loggedReason = undefined;
      this.#lines.write('info', { module: this.#settings.module }, 'the module is open');
    }
    const isOther = json !== this.#declaredAs;
    this.#declaredAs = json;
    this.#declarations = declarations;
    this.#tellTried();
    if (isOther) this.#tellChanged();
  }

  #end(link: WorkerLink, reason: string, error: unknown): void {
    clearTimeout(this.#timer);
    this.#redeclared.drop();
    const nowMs = performance.now();
    if (this.#openedAtMs !== undefined && nowMs - this.#openedAtMs > STEADY_MS) this.#attempts = 0;
    const delayMs = Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#openedAtMs = undefined;
    this.#reason = reason;
    this.#nextAtMs = nowMs + delayMs;
    if (this.#closed === undefined) this.#logEnd(reason, error, delayMs);
    this.#tellTried();
    // A thread that the system holds must end first, or each try would leave one more behind.
    void link.exited.then(() => {
      if (this.#closed === undefined) this.#timer = setTimeout(() => this.#start(), delayMs);
    });
  }

  /** A module that keeps failing for the same reason says so once, and its back-off goes on. */
  #logEnd(reason: string, error: unknown, delayMs: number): void {
    if (reason === this.#loggedReason) return;
    this.#loggedReason = reason;
    const why = error === undefined ? {} : { error: bounded(typeof error === 'string' ? error : inspect(error)) };
    const fields = { module: this.#settings.module, reason, retry_after_ms: delayMs, ...why };
    this.#lines.write('warn', fields, 'the module is not open; it is opened again');
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    const link = this.#link;
    if (link === undefined) return;
    if (this.#openedAtMs !== undefined) await Promise.race([link.ask('close'), wait(CLOSE_MS)]);
    link.end('it was closed');
    await Promise.race([link.exited, wait(EXIT_MS)]);
  }
}

function wait(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false });
}
