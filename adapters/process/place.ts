import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Failure, failure } from '../../contracts/failure.ts';
import { findProgram } from './command/find-program.ts';
import type { ProcessOptions } from './process-options.ts';

/** Where the commands of a target run, with what, and in which environment. */
export class Place {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #path: string;
  readonly #found = new Map<string, string>();

  constructor(options: ProcessOptions, folder: string) {
    const { directory, environment = {}, pass_environment: passed = ['PATH'] } = options;
    this.directory = resolve(folder, directory);
    const taken = passed.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    this.environment = { ...Object.fromEntries(taken), ...environment };
    this.#folder = folder;
    this.#path = this.environment.PATH ?? process.env.PATH ?? '';
  }

  /** The path of a program. What was not there is looked for again: it may have been installed. */
  find(program: string): string | Failure {
    const found = this.#found.get(program) ?? findProgram(program, this.#folder, this.#path);
    if (found === undefined) return missing(program);
    this.#found.set(program, found);
    return found;
  }

  /** Why nothing can run here. */
  whyUnfit(): Failure | undefined {
    if (statSync(this.directory, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
    return failure('adapter_unavailable', 'The directory of the target is not there', {
      hint: 'Nothing was done. `directory` of the target says where it is expected.',
    });
  }
}

function missing(program: string): Failure {
  return failure('adapter_unavailable', `The program ${program} is not there, or may not be run`, {
    hint: 'Nothing was done. Install it on the machine of the service, or correct `command` of the target.',
  });
}
