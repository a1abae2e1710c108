import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.ts';
import { type Stage, stageOf } from './shared/stages.ts';
import { startTarget } from './start-target.ts';
import { type Figures, Tally } from './tally.ts';

/** `npm run load`: the scenarios of `bench/k6`, by users that are written in Node. */
const { values } = parseArgs({
  options: {
    stage: { type: 'string', default: 'smoke' },
    replicas: { type: 'boolean', default: false },
  },
});

interface Row {
  readonly scenario: string;
  readonly figures: Figures;
}

const stage = stageOf(values.stage);
const target = await startTarget(values.replicas);
const rows: Row[] = [];
try {
  for (const scenario of Object.keys(SCENARIOS)) rows.push({ scenario, figures: await run(scenario, stage) });
} finally {
  await target.close();
}
console.log(describeRows(rows));
const crossed = rows.flatMap(({ scenario, figures }) => figures.crossed.map((sentence) => `${scenario}: ${sentence}`));
for (const sentence of crossed) console.error(sentence);
process.exitCode = crossed.length === 0 ? 0 : 1;

async function run(scenario: string, { seconds, users }: Stage): Promise<Figures> {
  const tally = new Tally();
  const lastMs = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() > lastMs;
  const { origin } = target;
  await Promise.all(Array.from({ length: users }, (_, user) => SCENARIOS[scenario]?.({ origin, user, tally, isOver })));
  return tally.figures();
}

function describeRows(all: readonly Row[]): string {
  return [
    `Stage ${values.stage} against ${target.name}: ${stage.users} users, ${stage.seconds} s a scenario.`,
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), shared by service and users.`,
    '',
    '| scenario | requests | failed | checks passed | requests/s | p50 ms | p95 ms | most ms |',
    '|---|---|---|---|---|---|---|---|',
    ...all.map(({ scenario, figures }) => `| ${[scenario, ...cells(figures)].join(' | ')} |`),
  ].join('\n');
}

function cells({ requests, failed, passed, checked, requestsASecond, p50Ms, p95Ms, mostMs }: Figures): string[] {
  return [
    String(requests),
    String(failed),
    `${passed} of ${checked}`,
    requestsASecond.toFixed(0),
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    mostMs.toFixed(0),
  ];
}
