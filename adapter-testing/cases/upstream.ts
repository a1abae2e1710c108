import { setTimeout as delay } from 'node:timers/promises';
import { FAILURES } from '../../contracts/failure.ts';
import type { AdapterSubject, LongCall, Upstream } from '../adapter-subject.ts';
import { beginLongCall } from '../begin-long-call.ts';
import { type Bench, onBench, show } from '../bench.ts';
import { both, type ContractCase, caseWith, expectNone } from '../contract-case.ts';

const POLL_MS = 100;

export function upstreamCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  const { upstream, longCall } = subject;
  return [
    caseWith(upstream, 'without its upstream, every call is `adapter_unavailable` and did nothing', (held) =>
      onBench(subject, async (bench) => {
        const ready = await bench.readyCalls();
        await without(held, async () => {
          const problems: string[] = [];
          for (const { intent, working } of ready)
            problems.push(...whyAvailable(intent.key, await bench.attempt(intent.key, working)));
          expectNone(problems);
        });
      }),
    ),
    caseWith(upstream, 'without its upstream, its health says unhealthy', (held) =>
      onBench(subject, (bench) => without(held, () => untilHealthIs(bench, 'unhealthy'))),
    ),
    caseWith(upstream, 'it works again once its upstream is back', (held) =>
      onBench(subject, async (bench) => {
        await untilItWorks(bench);
        await without(held, async () => void (await untilFailing(bench)));
        await untilItWorks(bench);
      }),
    ),
    caseWith(upstream, 'it opens without its upstream, and works once that is there', async (held) => {
      await held.stop();
      let isThere = false;
      try {
        await onBench(subject, async (bench) => {
          await held.start();
          isThere = true;
          await untilItWorks(bench);
        });
      } finally {
        if (!isThere) await held.start();
      }
    }),
    caseWith(
      both(upstream, longCall),
      'an upstream that goes under a call fails it, without a promise',
      ([held, long]) => onBench(subject, (bench) => loseUnderCall(bench, held, long)),
    ),
  ];
}

async function without(upstream: Upstream, run: () => Promise<void>): Promise<void> {
  await upstream.stop();
  try {
    await run();
  } finally {
    await upstream.start();
  }
}

function whyAvailable(key: string, { acted, problem }: Awaited<ReturnType<Bench['attempt']>>): readonly string[] {
  if (acted === undefined) return [problem ?? `${key} came to nothing`];
  if (acted.failure?.kind !== 'adapter_unavailable')
    return [`Expected ${key} to fail with adapter_unavailable, found ${show(acted)}`];
  return acted.effect === 'none'
    ? []
    : [`Expected the effect "none" of ${key}, which can't have arrived, found "${acted.effect}"`];
}

async function untilHealthIs(bench: Bench, status: string): Promise<void> {
  const untilMs = performance.now() + bench.workingMs;
  for (;;) {
    const health = await bench.health();
    if (health.status === status) return;
    if (performance.now() > untilMs) throw new Error(`Expected its health to be ${status}, found ${show(health)}`);
    await delay(POLL_MS);
  }
}

/** What an adapter reads most easily is tried: a read where there is one. */
function easiestCall(bench: Bench) {
  const calls = bench.workingCalls();
  const found = calls.find(({ intent }) => intent.effect === 'read') ?? calls[0];
  if (found === undefined) throw new Error('Expected a working call at least, found that all are left out');
  return found;
}

async function untilItWorks(bench: Bench): Promise<void> {
  const untilMs = performance.now() + bench.workingMs;
  // What learns late what it offers learns it from its upstream.
  while (bench.adapter.undeclared?.() !== undefined && performance.now() < untilMs) await delay(POLL_MS);
  const { intent, call } = easiestCall(bench);
  for (;;) {
    const { acted, problem } = await bench.attempt(intent.key, call);
    if (acted !== undefined && acted.failure === undefined) return;
    if (performance.now() > untilMs)
      throw new Error(`Expected ${intent.key} to work while its upstream is there, found ${problem ?? show(acted)}`);
    await delay(POLL_MS);
  }
}

async function untilFailing(bench: Bench): Promise<void> {
  const { intent, call } = easiestCall(bench);
  const untilMs = performance.now() + bench.workingMs;
  for (;;) {
    const { acted } = await bench.attempt(intent.key, call);
    if (acted?.failure !== undefined || acted === undefined || performance.now() > untilMs) return;
    await delay(POLL_MS);
  }
}

async function loseUnderCall(bench: Bench, upstream: Upstream, long: LongCall): Promise<void> {
  const running = await beginLongCall(bench, long);
  await without(upstream, async () => {
    const { acted, problem } = await bench.inTime('a call whose upstream went', running.ended, bench.workingMs);
    if (acted === undefined) throw new Error(problem);
    const { failure, effect } = acted;
    if (failure === undefined || FAILURES[failure.kind].blame !== 'upstream')
      throw new Error(`Expected a failure of the upstream, found ${show(acted)}`);
    const isHonest = running.effectClass === 'read' ? effect === 'none' : effect !== 'none';
    if (!isHonest) {
      const expected = running.effectClass === 'read' ? '"none", as it reads' : 'another effect than "none"';
      throw new Error(`Expected ${expected} of ${long.intent}, whose upstream went under it, found "${effect}"`);
    }
  });
}
