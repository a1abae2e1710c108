import { rm, writeFile } from 'node:fs/promises';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import { SUPERVISOR } from '../../../supervised/supervised-command.ts';
import type { Prepared } from '../command/compile-command.ts';
import type { Place } from '../place.ts';
import type { Job } from './job.ts';

/** Makes a job of a command, and takes away what was made for it once it is done. */
export async function withJob<Result>(
  place: Place,
  program: string,
  { script, ...prepared }: Prepared,
  use: (job: Job) => Promise<Result>,
): Promise<Result | Failure> {
  const perl = place.find(SUPERVISOR);
  if (isFailure(perl)) return perl;
  const command = place.find(program);
  if (isFailure(command)) return command;
  const unfit = place.whyUnfit();
  if (unfit !== undefined) return unfit;
  const { directory, environment } = place;
  const job = { ...prepared, perl, command, directory, environment };
  if (script === undefined) return use(job);
  await writeFile(script.file, script.text, { mode: 0o600, flag: 'wx' });
  try {
    return await use({ ...job, scriptFile: script.file });
  } finally {
    // The supervisor has mostly done it by now, even where the service could not.
    await rm(script.file, { force: true });
  }
}
