import { expect, test } from 'vitest';
import { until } from '../http/until.ts';
import { scrape } from '../telemetry/scrape.ts';
import { type FakeUpstream, type Mood, openFakeUpstream } from './fake-upstream.ts';
import { openWire } from './open-wire.ts';

/** The sick target answers in this time while it is well; a deadline that is six times as long is passed where it is slow. */
const SICK_MS = 100;
const DEADLINE_MS = 600;
const WORKERS = 6;
const KEYS = ['wire.read', 'wire.put', 'wire.pay'];

const BREAKER = { min_requests: 5, window_ms: 3000, open_ms: 300, slow_ms: 300 };

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(1);

const doubles = ({ arrived }: FakeUpstream): readonly string[] =>
  [...arrived].filter(([path, times]) => path.startsWith('/wire.pay') && times > 1).map(([path]) => path);

test.for<Mood>(['hangs', 'resets', 'garbage', 'slow', 'down'])(
  'a target that %s under load is left alone, the other notices nothing, and it is back without a restart',
  { timeout: 60_000 },
  async (mood) => {
    const sick = await openFakeUpstream(SICK_MS);
    const well = await openFakeUpstream(5);
    const { service, act } = await openWire({
      sick: { upstream: sick, timeoutMs: DEADLINE_MS, gate: { concurrency: WORKERS, breaker: BREAKER } },
      well: { upstream: well, timeoutMs: 30_000 },
    });
    const state = async (): Promise<number | undefined> =>
      (await scrape(service.origin)).get('waybill_breaker_state')?.find(({ labels }) => labels.target === 'sick')
        ?.value;
    let isOver = false;
    const sent = { sick: 0, well: 0 };
    const answered = { sick: 0, well: 0 };
    const wellFailures: unknown[] = [];
    /** How long the well target's requests took, before the other fell sick and since. */
    const tookMs: { readonly before: number[]; readonly since: number[] } = { before: [], since: [] };
    let isSick = false;
    const noteWell = (outcome: { readonly status: string }, ms: number): void => {
      tookMs[isSick ? 'since' : 'before'].push(ms);
      if (outcome.status !== 'fulfilled') wellFailures.push(outcome);
    };
    const work = async (target: 'sick' | 'well'): Promise<void> => {
      for (let index = 0; !isOver; index += 1) {
        sent[target] += 1;
        const startedMs = performance.now();
        const { outcome } = await act(target, KEYS[index % KEYS.length] ?? '');
        answered[target] += 1;
        if (target === 'well') noteWell(outcome, performance.now() - startedMs);
        // Whoever is refused at once does not come back at once.
        if (outcome.error?.code === 'adapter_unavailable') await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const working = Promise.all(
      Array.from({ length: WORKERS }, (_, index) => work(index % 2 === 0 ? 'sick' : 'well')).concat(work('sick')),
    );
    try {
      await until(() => answered.sick > 6 && answered.well > 6, 10_000);
      await sick.become(mood);
      isSick = true;
      await until(async () => (await state()) === 2, 20_000);
      const atOpening = answered.well;
      await until(() => answered.well > atOpening + 20, 20_000);
      await sick.become('well');
      await until(async () => (await state()) === 0, 20_000);
      const atClosing = answered.sick;
      await until(() => answered.sick > atClosing + 6, 10_000);
    } finally {
      isOver = true;
      await working;
    }
    process.stdout.write(
      `A target beside one that ${mood}: median ${median(tookMs.since)} ms in ${tookMs.since.length} requests, before ${median(tookMs.before)} ms in ${tookMs.before.length}\n`,
    );
    expect(wellFailures).toEqual([]);
    expect(answered).toEqual(sent);
    expect([doubles(sick), doubles(well)]).toEqual([[], []]);
    const [fulfilled] = [(await act('sick', 'wire.pay')).outcome.status];
    expect(fulfilled).toBe('fulfilled');
    expect(sick.mostAtOnce()).toBeLessThanOrEqual(WORKERS + 1);
  },
);
