import type { EffectClass } from '../contracts/adapter.ts';
import type { LongCall } from './adapter-subject.ts';
import type { Bench, Running } from './bench.ts';
import { settlesWithin } from './settles-within.ts';

/** Long enough for a call to have begun where nobody can say when it has. */
const BEGUN_MS = 300;

export interface LongRunning extends Running {
  readonly effectClass: EffectClass | undefined;
}

/** Begins the subject's long call and waits until its upstream has begun with it. */
export async function beginLongCall(bench: Bench, { intent, call, begun }: LongCall): Promise<LongRunning> {
  const running = bench.begin(intent, await bench.ready(call));
  if (begun !== undefined) await bench.inTime(`the beginning of ${intent}`, Promise.race([begun(), running.ended]));
  if (await settlesWithin(running.ended, begun === undefined ? BEGUN_MS : 0)) {
    const { acted, problem } = await running.ended;
    throw new Error(`Expected ${intent} to go on, found that it was over: ${problem ?? JSON.stringify(acted)}`);
  }
  return { ...running, effectClass: bench.adapter.intents.find(({ key }) => key === intent)?.effect };
}
