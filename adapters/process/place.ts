import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Failure, failure } from '../../contracts/failure.ts';
import { type HideSecrets, hideSecretsOf } from '../../declarative/hide-secrets.ts';
import { findProgram } from '../../supervised/find-program.ts';
import type { ProcessOptions } from './process-options.ts';

/** Where the commands of a target run, with what, and in which environment. */
export class Place {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hideSecrets: HideSecrets;
  readonly #folder: string;
  readonly #path: string;

  constructor(options: ProcessOptions, folder: string) {
    const { directory, environment = {}, pass_environment: passed = ['PATH'] } = options;
    this.directory = resolve(folder, directory);
    const taken = passed.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    this.environment = { ...Object.fromEntries(taken), ...environment };
    this.hideSecrets = hideSecretsOf(this.environment);
    this.#folder = folder;
    this.#path = this.environment.PATH ?? process.env.PATH ?? '';
  }

  /** The path of a program. Looked for each time: it may be installed, or gone, since the last. */
  find(program: string): string | Failure {
    return findProgram(program, this.#folder, this.#path) ?? missing(program);
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
