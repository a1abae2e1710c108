import type { Call, Observation } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Resource } from '../../../contracts/resource.ts';
import { probeInput } from '../../../declarative/template-input.ts';
import { readResponse } from '../command/response.ts';
import type { Place } from '../place.ts';
import { notStarted } from '../run/not-started.ts';
import type { Runs } from '../run/runs.ts';
import { withJob } from '../run/with-job.ts';
import type { ProcessResourceType } from './compile-resource-type.ts';

/** Looks at one resource by running a command, whatever code that ends with. */
export async function lookByCommand(
  type: ProcessResourceType,
  resource: Resource,
  call: Call,
  signal: AbortSignal,
  { place, runs, program }: { readonly place: Place; readonly runs: Runs; readonly program: string },
): Promise<Observation | Failure> {
  const input = probeInput(resource, call);
  const prepared = type.prepare(input);
  if (isFailure(prepared)) return prepared;
  const end = await withJob(place, type.command ?? program, prepared, (job) => runs.run(job, signal));
  if (isFailure(end)) return end;
  if (end.how === 'not_started') return notStarted(end);
  if (end.stopped !== undefined || end.how === 'lost') {
    return failure('adapter_failed', 'The command that looks at the resource was ended before it had an answer');
  }
  return type.readState({ ...input, response: readResponse(end, type.output).response });
}
