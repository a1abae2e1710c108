import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoadClient } from './load-client.ts';
import { makeBodies } from './make-bodies.ts';
import { startProcess, untilReady } from './replicas/start-process.ts';
import { type Figures, runSlice, steadyMean } from './run-slice.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Spread, spread } from './statistics.ts';

const CONNECTIONS = 64;
const REDIS_PORT = 46_379;
/** In each body; the client counts in its place, as no nonce may come twice. */
const COUNTED = '#000000000000000';

interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  readonly bodies: readonly string[];
}

export interface NoncesReport {
  readonly cycles: number;
  readonly dropped: number;
  readonly rows: readonly {
    readonly name: string;
    readonly requestsASecond: Spread;
    readonly cpuMicroseconds: Spread;
    /** Beside the same service without nonces; above 1 is better. */
    readonly throughputRatio: Spread;
  }[];
}

/** What single use costs: the same requests without a nonce, and each with a new one, remembered in the process or in Redis. */
export async function benchNonces(cycles: number): Promise<NoncesReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const redis = startProcess(
    'taskset',
    ['-c', '1', 'redis-server', '--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', ''],
    { folder, name: 'redis' },
  );
  const contenders: Contender[] = [];
  try {
    await untilReady(redis, () => redis.output().includes('Ready to accept connections'));
    for (const store of ['none', 'memory', 'redis']) contenders.push(await startContender(folder, store));
    const [reference, ...others] = contenders;
    if (reference === undefined) throw new Error('Nothing to compare with');
    const measured: Map<string, Figures>[] = [];
    let dropped = 0;
    while (measured.length < cycles && dropped < cycles) {
      const cycle = await runCycle(reference, others);
      if (cycle === undefined) dropped += 1;
      else measured.push(cycle);
      process.stderr.write(cycle === undefined ? 'x' : '.');
    }
    process.stderr.write('\n');
    const rows = contenders.map(({ name }) => summarize(name, measured));
    return { cycles: measured.length, dropped, rows };
  } finally {
    await Promise.all(contenders.map(({ server }) => server.stop()));
    await redis.end();
    rmSync(folder, { recursive: true });
  }
}

async function startContender(folder: string, store: string): Promise<Contender> {
  const config = join(folder, `${store}.yaml`);
  const nonce =
    store === 'redis'
      ? `{ store: redis, url: "redis://127.0.0.1:${REDIS_PORT}", ttl_ms: 3700000 }`
      : '{ ttl_ms: 3700000 }';
  writeFileSync(
    config,
    `listen: { port: 0 }\ncontext: { max_age_ms: 3600000 }\nlimits: { event_loop_delay_ms: 60000 }\nnonce: ${nonce}\n`,
  );
  const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
  const server = await startServer(
    'taskset',
    ['-c', '0', process.execPath, main, 'serve', '--config', config],
    join(mkdtempSync(join(folder, store)), 'out'),
    { WAYBILL_SECRET: 'bench-'.repeat(8) },
  );
  const plain = await makeBodies(server.origin);
  const bodies = plain.map((body) => body.replace('"context":{', `"context":{"nonce":"${COUNTED}",`));
  return { name: store, server, bodies: store === 'none' ? plain : bodies };
}

/** One slice each, in random order; the reference first and last. Undefined where the machine drifted meanwhile. */
async function runCycle(reference: Contender, others: readonly Contender[]): Promise<Map<string, Figures> | undefined> {
  const figures = new Map<string, Figures>();
  const before = await load(reference);
  for (const contender of [...others].sort(() => Math.random() - 0.5))
    figures.set(contender.name, await load(contender));
  const mean = steadyMean(before, await load(reference));
  return mean === undefined ? undefined : figures.set(reference.name, mean);
}

function load({ server, bodies }: Contender): Promise<Figures> {
  const path = '/mcp/v2';
  return runSlice(
    server,
    new LoadClient({ port: server.port, path, bodies, connections: CONNECTIONS, counted: COUNTED }),
  );
}

function summarize(name: string, cycles: readonly Map<string, Figures>[]): NoncesReport['rows'][number] {
  const pairs = cycles.map((cycle) => ({ own: figuresOf(cycle, name), reference: figuresOf(cycle, 'none') }));
  return {
    name,
    requestsASecond: spread(pairs.map(({ own }) => own.requestsASecond)),
    cpuMicroseconds: spread(pairs.map(({ own }) => own.cpuMicroseconds)),
    throughputRatio: spread(pairs.map(({ own, reference }) => own.requestsASecond / reference.requestsASecond)),
  };
}

function figuresOf(cycle: Map<string, Figures>, name: string): Figures {
  const figures = cycle.get(name);
  if (figures === undefined) throw new Error(`No figures of ${name}`);
  return figures;
}
