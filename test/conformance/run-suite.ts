import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const LEND_GLOB = new URL('lend-glob.mjs', import.meta.url).href;
const RESULTS = /^server-(.+?)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface SuiteRun {
  /** 0: all that the revision requires has passed, but for what was expected to fail. */
  readonly exitCode: number | null;
  readonly output: string;
  /** What each scenario found, by its name. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
}

/** Runs what a revision of the protocol requires of servers, by the official suite, and what belongs to it beside that. */
export async function runSuite(
  url: string,
  revision: '2026-07-28' | '2025-11-25',
  more: readonly string[] = [],
): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-conformance-'));
  const node = 'globSync' in fs ? [] : ['--import', LEND_GLOB];
  const args = [...node, SUITE, 'server', '--url', url, '--requirements', revision, '--output-dir', folder, ...more];
  const suite = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  try {
    await once(suite, 'close');
    return { exitCode: suite.exitCode, output, scenarios: readResults(folder) };
  } finally {
    suite.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a run found wrong, a line each. */
export function complaints({ scenarios }: SuiteRun): readonly string[] {
  return [...scenarios].flatMap(([name, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id, status, errorMessage }) => `${name}: ${status} ${id}: ${errorMessage}`),
  );
}

function readResults(folder: string): ReadonlyMap<string, readonly Check[]> {
  return new Map(
    readdirSync(folder).map((name) => [
      RESULTS.exec(name)?.[1] ?? name,
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
    ]),
  );
}
