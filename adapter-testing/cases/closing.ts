import type { AdapterSubject } from '../adapter-subject.ts';
import { beginLongCall } from '../begin-long-call.ts';
import { type Bench, onBench, openBench } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { settlesWithin } from '../settles-within.ts';
import { watchLeftovers } from '../watch-leftovers.ts';
import { say } from '../without-escapes.ts';

export function closingCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    {
      name: 'it closes, and a second time without doing anything',
      run: async () => {
        const one = await openBench(subject);
        await close(one);
        await close(one);
        const other = await openBench(subject);
        await Promise.all([close(other), close(other)]);
      },
    },
    {
      name: 'closing releases everything',
      run: () =>
        expectReleased(subject, async (bench) => {
          for (const { intent, call } of bench.workingCalls()) await bench.attempt(intent.key, call);
        }),
    },
    {
      name: 'it can be closed as soon as it is open',
      run: () => expectReleased(subject, async () => {}),
    },
    caseWith(subject.longCall, 'closing ends the calls that are under way', async (long) => {
      const bench = await openBench(subject);
      const running = await beginLongCall(bench, long);
      await settlesWithin(close(bench), bench.patienceMs); // whether it closes is told above
      const { acted, problem } = await bench.inTime('a call whose adapter was closed', running.ended);
      if (acted === undefined) throw new Error(problem);
      if (acted.failure === undefined)
        throw new Error('Expected a call whose adapter was closed to fail, found a result');
    }),
    {
      name: 'what is called after closing is answered, not thrown',
      run: () =>
        onBench(subject, async (bench) => {
          const ready = await bench.readyCalls();
          await settlesWithin(close(bench), bench.patienceMs);
          const problems: string[] = [];
          for (const { intent, working } of ready) {
            const { problem } = await bench.attempt(intent.key, working);
            if (problem !== undefined) problems.push(problem);
          }
          expectNone(problems);
        }),
    },
  ];
}

async function close({ adapter, inTime }: Bench): Promise<void> {
  const closing = (async () => adapter.close())().catch((thrown: unknown) => {
    throw new Error(`Expected it to close, found that it threw: ${say(thrown)}`);
  });
  await inTime('close', closing);
}

async function expectReleased<Options>(
  subject: AdapterSubject<Options>,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const watch = watchLeftovers();
  try {
    const bench = await openBench(subject);
    await use(bench);
    // Whether it closes in time is for the first case to tell.
    await settlesWithin(close(bench), bench.patienceMs);
    const leftovers = await watch.findLeftovers(bench.patienceMs);
    if (leftovers.length > 0)
      throw new Error(`Expected nothing left open after closing, found ${leftovers.join(', ')}`);
  } finally {
    watch.end();
  }
}
