import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { isFailure } from '../../../contracts/failure.ts';
import type { Answered } from '../../../src/core/answered.ts';
import type { Core } from '../../../src/core/core.ts';
import { refuse } from '../../../src/core/refuse.ts';
import { arrive, type Calling, routeArrival } from '../arrive.ts';
import { callerOf } from '../read-hail.ts';
import { askBack } from './ask-back.ts';
import { readAsking } from './read-asking.ts';

/** The way of the request that a message stands for: its answer, or what its client is asked first. */
export async function routeAsking(core: Core, calling: Calling): Promise<Answered | InputRequiredResult> {
  const { context, hail } = calling;
  const asking = await readAsking(core, calling);
  if (isFailure(asking)) return refuse(core, hail, asking);
  const answered = await routeArrival(core, arrive(calling, asking, callerOf(context)), context);
  return (await askBack(core, calling, answered)) ?? answered;
}
