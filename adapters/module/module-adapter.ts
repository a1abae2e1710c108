import type { Acted, Adapter, AdapterKind, Call, Health, Observation } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { AnswerReader } from './answer-reader.ts';
import { LogLines } from './log-lines.ts';
import { ModuleKeeper } from './module-keeper.ts';
import { ModuleOptions, readModuleOptions } from './module-options.ts';
import { compileShapes } from './shapes.ts';

/** `worker` is what the thread of such a target runs: JavaScript, as the code of a thread is not compiled on the way. */
export function defineModuleKind(worker: URL): AdapterKind<ModuleOptions> {
  return {
    kind: 'module',
    options: ModuleOptions,
    open: async (options, host) => {
      const shapes = compileShapes();
      const lines = new LogLines(host.log);
      const keeper = new ModuleKeeper(worker, readModuleOptions(options), host, shapes, lines);
      await keeper.open();
      return new ModuleAdapter(host.target, keeper, new AnswerReader(host.target, shapes, lines));
    },
  };
}

/** An adapter of somebody's own, in a thread of its own: what goes wrong in it stays in it. */
export const moduleKind = defineModuleKind(new URL('./worker/module-worker.js', import.meta.url));

class ModuleAdapter implements Adapter {
  readonly #target: string;
  readonly #keeper: ModuleKeeper;
  readonly #reader: AnswerReader;
  #asking: Promise<Health> | undefined;

  constructor(target: string, keeper: ModuleKeeper, reader: AnswerReader) {
    this.#target = target;
    this.#keeper = keeper;
    this.#reader = reader;
  }

  get intents() {
    return this.#keeper.declarations.intents;
  }

  get resourceTypes() {
    return this.#keeper.declarations.resourceTypes;
  }

  get outages() {
    return this.#keeper.declarations.outages;
  }

  watchDeclarations(changed: () => void): void {
    this.#keeper.onChange(changed);
  }

  undeclared(): Failure | undefined {
    return this.#keeper.isDeclared ? undefined : this.#notOpen();
  }

  async probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Observation | Failure> {
    const { link } = this.#keeper;
    if (link === undefined) return this.#notOpen();
    const declared = this.resourceTypes.find(({ type }) => type === resource.type);
    if (declared === undefined) return this.#notOffered(resource.type);
    const answer = await link.probe(resource, call, signal);
    return this.#reader.observed(answer, call, declared.type, declared.states);
  }

  async execute(call: Call): Promise<Acted> {
    const { link } = this.#keeper;
    if (link === undefined) return { effect: 'none', failure: this.#notOpen() };
    const intent = this.intents.find(({ key }) => key === call.intentKey);
    if (intent === undefined) return { effect: 'none', failure: this.#notOffered(call.intentKey) };
    // Its thread would hear of the call before it hears of the abort.
    if (call.signal.aborted) return { effect: 'none', failure: failure('cancelled', 'Stopped before it began') };
    const answer = await link.execute(call, (progress) => this.#reader.progress(progress, call));
    return this.#reader.acted(answer, call, intent);
  }

  async health(): Promise<Health> {
    const { link, reason } = this.#keeper;
    if (link === undefined) return { status: 'unhealthy', detail: reason };
    // One question at a time: a module that never answers must not gather them.
    this.#asking ??= link
      .ask('health')
      .then((answer) => this.#reader.health(answer))
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  #notOpen(): Failure {
    return failure('adapter_unavailable', `The module of the target ${this.#target} is not open`, {
      hint: 'Nothing was done, and it is opened again by itself; GET /readyz says why it is not.',
      retryAfterMs: this.#keeper.retryAfterMs(),
    });
  }

  /** It was opened again since the request was read, and offers something else now. */
  #notOffered(name: string): Failure {
    return failure('adapter_unavailable', `The target ${this.#target} no longer offers ${name}`, {
      hint: 'Nothing was done. system.describe says what it offers now.',
    });
  }
}
