import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, countTests } from './count-tests.ts';
import { ensurePrograms } from './ensure-programs.ts';
import { nameFailures } from './name-failures.ts';

/** `npm test`: the programs that tests drive, a fresh build for those that start the service, then Vitest with the given arguments. */
async function main(): Promise<Count> {
  const missing = ensurePrograms();
  if (missing !== undefined) return refuse(missing);
  const build = spawnSync(process.execPath, [tool('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  if (build.status !== 0) return refuse('The build failed, so no test was run: correct the type errors above first.');
  return runVitest(process.argv.slice(2));
}

function refuse(message: string): Count {
  console.error(message);
  return { passed: 0, failed: 1 };
}

function tool(path: string): string {
  return join('node_modules', path);
}

async function runVitest(args: readonly string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tests-'));
  const reportFile = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const vitest = spawn(process.execPath, [tool('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const forward = (signal: NodeJS.Signals): void => void vitest.kill(signal);
  process.on('SIGTERM', forward);
  const exitCode = await new Promise<number | null>((resolve) => {
    vitest.once('error', () => resolve(null));
    vitest.once('exit', resolve);
  });
  process.off('SIGTERM', forward);
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined;
  rmSync(folder, { recursive: true, force: true });
  for (const failure of nameFailures(report, process.cwd())) console.log(failure);
  return countTests(report, exitCode);
}

const { passed, failed } = await main();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
