import type { Acted, Adapter, AdapterHost, AdapterKind, Call, Health, Observation } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { assertChecked } from '../../declarative/assert-checked.ts';
import { checkSchemas } from '../../declarative/check-schemas.ts';
import { SUPERVISOR } from '../../supervised/supervised-command.ts';
import { type CompiledProcess, compileProcess } from './compile-process.ts';
import { FILE_TYPE, probeFile } from './files/probe-file.ts';
import { actByCommand } from './intents/act-by-command.ts';
import { lookByCommand } from './intents/look-by-command.ts';
import { Place } from './place.ts';
import { ProcessOptions } from './process-options.ts';
import { Runs } from './run/runs.ts';

const DEFAULT_OUTPUT_BYTES = 4_194_304;
const DEFAULT_KILL_AFTER_MS = 500;

/** Local commands, as a configuration describes them. */
export const processKind: AdapterKind<ProcessOptions> = {
  kind: 'process',
  options: ProcessOptions,
  check: (options) => [...compileProcess(options).problems, ...checkSchemas(options.intents)],
  // Each is a process or two of the machine's; those that wait for a lock count too.
  concurrency: 16,
  open: async (options, host) => new ProcessAdapter(options, host),
};

class ProcessAdapter implements Adapter {
  readonly intents;
  readonly resourceTypes;
  /** What else fails is one run of a command, and says nothing of the next. */
  readonly outages = ['adapter_unavailable'] as const;
  readonly #compiled: CompiledProcess;
  readonly #tools: { readonly program: string; readonly place: Place; readonly runs: Runs };

  constructor(options: ProcessOptions, { folder }: Pick<AdapterHost, 'folder'>) {
    this.#compiled = compileProcess(options);
    assertChecked(this.#compiled.problems);
    this.intents = [...this.#compiled.intents.values()].map(({ declaration }) => declaration);
    this.resourceTypes = [
      FILE_TYPE,
      ...[...this.#compiled.resourceTypes.values()].map(({ declaration }) => declaration),
    ];
    const runs = new Runs({
      maxOutputBytes: options.max_output_bytes ?? DEFAULT_OUTPUT_BYTES,
      killAfterMs: options.kill_after_ms ?? DEFAULT_KILL_AFTER_MS,
    });
    this.#tools = { program: options.command, place: new Place(options, folder), runs };
  }

  async probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Observation | Failure> {
    if (resource.type === FILE_TYPE.type) return this.#probeFile(resource, signal);
    const type = this.#compiled.resourceTypes.get(resource.type);
    if (type === undefined) throw new Error(`This target has no resources of type ${resource.type}`);
    return lookByCommand(type, resource, call, signal, this.#tools);
  }

  async execute(call: Call): Promise<Acted> {
    const intent = this.#compiled.intents.get(call.intentKey);
    if (intent === undefined) throw new Error(`This target has no intent ${call.intentKey}`);
    return actByCommand(intent, call, this.#tools);
  }

  health(): Health {
    const { place, program } = this.#tools;
    const found = [place.find(program), place.find(SUPERVISOR), place.whyUnfit()];
    const problem = found.find(isFailure);
    return problem === undefined ? { status: 'healthy' } : { status: 'unhealthy', detail: problem.message };
  }

  close(): Promise<void> {
    return this.#tools.runs.close();
  }

  async #probeFile({ identifier }: Resource, signal: AbortSignal): Promise<Observation | Failure> {
    const { place } = this.#tools;
    const perl = place.find(SUPERVISOR);
    if (isFailure(perl)) return perl;
    return place.whyUnfit() ?? probeFile(place.directory, identifier, perl, signal);
  }
}
