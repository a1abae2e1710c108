import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stageOf } from './shared/stages.ts';
import { startTarget } from './start-target.ts';

const SCRIPTS = ['http', 'websocket', 'polling'];
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SUMMARIES = `${ROOT}.cache/k6`;

/** `npm run k6`: the scripts of `bench/k6` with the k6 that is on PATH. Its exit code says what held. */
const { values } = parseArgs({
  options: {
    stage: { type: 'string', default: 'smoke' },
    replicas: { type: 'boolean', default: false },
  },
});

stageOf(values.stage);
if (spawnSync('k6', ['version'], { stdio: 'inherit' }).status === 0) await runScripts();
else sayThatThereIsNone();

async function runScripts(): Promise<void> {
  mkdirSync(SUMMARIES, { recursive: true });
  const target = await startTarget(values.replicas);
  try {
    for (const script of SCRIPTS) {
      console.log(`\n== ${script}, stage ${values.stage}, against ${target.name}`);
      const env = { ...process.env, ORIGIN: target.origin, STAGE: values.stage };
      const summary = `${SUMMARIES}/${script}-${values.stage}-${values.replicas ? 'replicas' : 'one'}.json`;
      const args = ['run', '--summary-export', summary, `bench/k6/${script}.ts`];
      if (spawnSync('k6', args, { cwd: ROOT, stdio: 'inherit', env }).status !== 0) process.exitCode = 1;
    }
  } finally {
    await target.close();
  }
  console.log(`\nSummaries are in ${SUMMARIES}`);
}

function sayThatThereIsNone(): void {
  console.log(
    [
      `There is no k6 on PATH, so the ${values.stage} stage of bench/k6 did not run.`,
      'k6 is a program of its own (https://grafana.com/docs/k6/latest/set-up/install-k6/): put it on PATH and run this again.',
      `The same scenarios run without it: npm run load -- --stage ${values.stage}${values.replicas ? ' --replicas' : ''}`,
    ].join('\n'),
  );
  process.exitCode = 1;
}
