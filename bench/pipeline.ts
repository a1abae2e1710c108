import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoadClient } from './load-client.ts';
import { makeBodies } from './make-bodies.ts';
import { type Figures, runSlice, steadyMean } from './run-slice.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Spread, spread } from './statistics.ts';

const CONNECTIONS = 64;
/** Processes of each server, used in turn: two of one program may differ by a tenth, however often one of them is measured. */
const TWINS = 3;

interface Contender {
  readonly name: string;
  readonly path: string;
  readonly server: ServerProcess;
}

export interface PipelineReport {
  readonly cycles: number;
  readonly dropped: number;
  readonly bodyBytes: number;
  readonly rows: readonly {
    readonly name: string;
    readonly requestsASecond: Spread;
    readonly cpuMicroseconds: Spread;
    /** Beside the bare Fastify echo of the same cycle; above 1 is better, in both. */
    readonly throughputRatio: Spread;
    readonly cpuRatio: Spread;
  }[];
}

/** Puts the full pipeline beside bare servers, alternating in one run: only the ratios mean anything. */
export async function benchPipeline(cycles: number): Promise<PipelineReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const sets: Contender[][] = [];
  try {
    while (sets.length < TWINS) sets.push(await startContenders(folder));
    const contenders = sets.flat();
    const waybill = contenders.find(({ name }) => name === 'waybill');
    if (waybill === undefined) throw new Error('Nothing to measure');
    const bodies = await makeBodies(waybill.server.origin); // one secret, so that every twin takes them
    const turns = inTurn(sets);
    const measured: Map<string, Figures>[] = [];
    let dropped = 0;
    while (measured.length < cycles && dropped < cycles) {
      const cycle = await runCycle(turns.next().value, bodies);
      if (cycle === undefined) dropped += 1;
      else measured.push(cycle);
      process.stderr.write(cycle === undefined ? 'x' : '.');
    }
    process.stderr.write('\n');
    return {
      cycles: measured.length,
      dropped,
      bodyBytes: Buffer.byteLength(bodies[0] ?? ''),
      rows: [...new Set(contenders.map(({ name }) => name))].map((name) => summarize(name, measured)),
    };
  } finally {
    await Promise.all(sets.flat().map(({ server }) => server.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function startContenders(folder: string): Promise<Contender[]> {
  const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
  const node = (args: readonly string[], name: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> =>
    startServer('taskset', ['-c', '0', process.execPath, ...args], join(mkdtempSync(join(folder, name)), 'out'), env);
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, 'listen: { port: 0 }\ncontext: { max_age_ms: 3600000 }\n');
  return [
    { name: 'node:http', path: '/echo', server: await node([here('bare-http.js')], 'http') },
    { name: 'fastify', path: '/echo', server: await node([here('bare-fastify.js')], 'fastify') },
    {
      name: 'waybill',
      path: '/mcp/v2',
      server: await node([here('../../../dist/src/main.js'), 'serve', '--config', config], 'waybill', {
        WAYBILL_SECRET: 'bench-'.repeat(8),
      }),
    },
  ];
}

function* inTurn<T>(all: readonly T[]): Generator<T, never> {
  for (;;) yield* all;
}

/** One slice a contender, in random order; the reference first and last. Undefined where the machine drifted meanwhile. */
async function runCycle(
  contenders: readonly Contender[],
  bodies: readonly string[],
): Promise<Map<string, Figures> | undefined> {
  const reference = contenders.find(({ name }) => name === 'fastify');
  if (reference === undefined) throw new Error('Nothing to compare with');
  const others = contenders.filter((contender) => contender !== reference).sort(() => Math.random() - 0.5);
  const figures = new Map<string, Figures>();
  const before = await load(reference, bodies);
  for (const contender of others) figures.set(contender.name, await load(contender, bodies));
  const after = await load(reference, bodies);
  const mean = steadyMean(before, after);
  return mean === undefined ? undefined : figures.set(reference.name, mean);
}

function load({ server, path }: Contender, bodies: readonly string[]): Promise<Figures> {
  return runSlice(server, new LoadClient({ port: server.port, path, bodies, connections: CONNECTIONS }));
}

function summarize(name: string, cycles: readonly Map<string, Figures>[]): PipelineReport['rows'][number] {
  const pairs = cycles.map((cycle) => ({ own: figuresOf(cycle, name), reference: figuresOf(cycle, 'fastify') }));
  return {
    name,
    requestsASecond: spread(pairs.map(({ own }) => own.requestsASecond)),
    cpuMicroseconds: spread(pairs.map(({ own }) => own.cpuMicroseconds)),
    throughputRatio: spread(pairs.map(({ own, reference }) => own.requestsASecond / reference.requestsASecond)),
    cpuRatio: spread(pairs.map(({ own, reference }) => reference.cpuMicroseconds / own.cpuMicroseconds)),
  };
}

function figuresOf(cycle: Map<string, Figures>, name: string): Figures {
  const figures = cycle.get(name);
  if (figures === undefined) throw new Error(`No figures of ${name}`);
  return figures;
}
