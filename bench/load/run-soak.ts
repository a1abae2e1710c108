import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeSoak, mebibytes, type Sample } from './judge-soak.ts';
import { SCENARIOS } from './scenarios.ts';
import { Tally } from './tally.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';

/** `npm run soak`: mixed load over the transports for minutes, and whether the service grows by it. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });

const USERS_A_SCENARIO = 4;
const SAMPLES = 60;
/** Connections that clients have closed are gone by then. */
const SETTLE_MS = 3000;

/** Finished exchanges are kept for a short time, so that there are as many of them after a minute as after ten. */
const CONFIG = { polling: { keep_ms: 5000 }, limits: { in_flight_per_principal: 10_000 } };

const main = fileURLToPath(new URL('../../../../dist/src/main.js', import.meta.url));
const soakMs = Number(values.minutes) * 60_000;
const service = await startWatchedService(main, CONFIG);
try {
  await soak(service);
} finally {
  await service.close();
}

async function soak({ origin, handles, rssBytes }: WatchedService): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), ${values.minutes} min.\n`);
  console.log('| seconds | RSS | handles |\n|---|---|---|');
  const handlesBefore = handles();
  const startedMs = performance.now();
  const isOver = (): boolean => performance.now() - startedMs > soakMs;
  const tallies = Object.keys(SCENARIOS).map((name) => ({ name, tally: new Tally() }));
  const users = tallies.flatMap(({ name, tally }) =>
    Array.from({ length: USERS_A_SCENARIO }, (_, user) => SCENARIOS[name]?.({ origin, user, tally, isOver })),
  );
  const samples: Sample[] = [];
  while (!isOver()) {
    await delay(soakMs / SAMPLES);
    const atSeconds = (performance.now() - startedMs) / 1000;
    const sample = { atSeconds, rssBytes: rssBytes(), handles: handles() };
    samples.push(sample);
    console.log(`| ${atSeconds.toFixed(0)} | ${mebibytes(sample.rssBytes)} | ${sample.handles} |`);
  }
  await Promise.all(users);
  await delay(SETTLE_MS);

  console.log('\n| scenario | requests | failed | p50 ms | p95 ms |\n|---|---|---|---|---|');
  const faults = [...judgeSoak(samples, handlesBefore, handles())];
  for (const { name, tally } of tallies) {
    const { requests, failed, p50Ms, p95Ms } = tally.figures();
    console.log(`| ${name} | ${requests} | ${failed} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)} |`);
    if (failed > 0) faults.push(`${failed} of ${requests} requests over ${name} failed`);
  }
  console.log(
    `\n${faults.length === 0 ? 'Flat: memory within 10 % after the warm-up, no handle more.' : faults.join('\n')}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
