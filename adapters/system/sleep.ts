import { setTimeout as delay } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { Acted, Call } from '../../contracts/adapter.ts';
import { failure } from '../../contracts/failure.ts';
import { readResult, type SystemIntent } from './system-intent.ts';

const SleepPayload = Type.Object(
  {
    ms: Type.Integer({ minimum: 0, maximum: 3_600_000, description: 'How long to sleep, in milliseconds.' }),
    steps: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many times to report progress; 1 by default.' }),
    ),
  },
  { additionalProperties: false },
);

export const sleep: SystemIntent = {
  declaration: {
    key: 'system.sleep',
    title: 'Sleep',
    description:
      'Waits and reports progress; stops at once when it is cancelled. For trying deadlines, cancelling and streams.',
    effect: 'read',
    actions: ['sleep'],
    requires: [],
    payload: SleepPayload,
    result: Type.Object({ slept_ms: Type.Integer() }, { additionalProperties: false }),
    example: { payload: { ms: 200, steps: 2 }, resources: [] },
  },
  execute: async (call, host) => {
    // `as`: the core checked the payload against the schema above
    const { ms, steps = 1 } = call.payload as Static<typeof SleepPayload>;
    const waking = new AbortController();
    const wake = (): void => waking.abort();
    const stayOpen = host.onClose(wake);
    call.signal.addEventListener('abort', wake, { once: true });
    if (call.signal.aborted) wake();
    try {
      return await sleepInSteps(call, waking.signal, ms, steps);
    } finally {
      call.signal.removeEventListener('abort', wake);
      stayOpen();
    }
  },
};

async function sleepInSteps(call: Call, waking: AbortSignal, ms: number, steps: number): Promise<Acted> {
  for (let step = 1; step <= steps; step += 1) {
    // It rejects for nothing but the waking.
    await delay(ms / steps, undefined, { signal: waking }).catch(() => undefined);
    if (waking.aborted) {
      const where = `in step ${step} of ${steps}`;
      const why = call.signal.aborted
        ? failure('cancelled', `Woken ${where}`)
        : failure('adapter_unavailable', `The target was closed ${where}`);
      return { effect: 'none', failure: why };
    }
    call.progress({ fraction: step / steps, message: `step ${step} of ${steps}` });
  }
  return readResult({ slept_ms: ms });
}
