import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoadClient } from './load-client.ts';
import { makeBodies } from './make-bodies.ts';
import { type Figures, runSlice, steadyMean } from './run-slice.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Spread, spread } from './statistics.ts';
import { WebSocketClient } from './web-socket-client.ts';

export const IN_FLIGHT = 16;
/** The same number of requests in flight on either side. */
export const SOCKETS = 4;
export const HTTP_CONNECTIONS = IN_FLIGHT * SOCKETS;

interface Cycle {
  readonly http: Figures;
  readonly webSocket: Figures;
}

interface Row {
  readonly requestsASecond: Spread;
  readonly cpuMicroseconds: Spread;
}

export interface WebSocketReport {
  readonly cycles: number;
  readonly dropped: number;
  readonly http: Row;
  readonly webSocket: Row;
  /** The WebSocket's by HTTP's of the same cycle; above 1 is better, in both. */
  readonly throughputRatio: Spread;
  readonly cpuRatio: Spread;
}

/** Sends the same echoes to one service over HTTP keep-alive and over WebSockets, in turn: only the ratios mean anything. */
export async function benchWebSocket(cycles: number): Promise<WebSocketReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const server = await startWaybill(folder);
  try {
    const bodies = await makeBodies(server.origin);
    const measured: Cycle[] = [];
    let dropped = 0;
    while (measured.length < cycles && dropped < cycles) {
      const cycle = await runCycle(server, bodies);
      if (cycle === undefined) dropped += 1;
      else measured.push(cycle);
      process.stderr.write(cycle === undefined ? 'x' : '.');
    }
    process.stderr.write('\n');
    return summarize(measured, dropped);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function startWaybill(folder: string): Promise<ServerProcess> {
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, 'listen: { port: 0 }\ncontext: { max_age_ms: 3600000 }\n');
  const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
  const args = ['-c', '0', process.execPath, main, 'serve', '--config', config];
  return startServer('taskset', args, join(folder, 'waybill.out'), { WAYBILL_SECRET: 'bench-'.repeat(8) });
}

async function runCycle(server: ServerProcess, bodies: readonly string[]): Promise<Cycle | undefined> {
  const { port } = server;
  const http = (): Promise<Figures> =>
    runSlice(server, new LoadClient({ port, path: '/mcp/v2', bodies, connections: HTTP_CONNECTIONS }));
  const before = await http();
  const webSocket = await runSlice(
    server,
    new WebSocketClient({ port, bodies, connections: SOCKETS, inFlight: IN_FLIGHT }),
  );
  const mean = steadyMean(before, await http());
  return mean === undefined ? undefined : { http: mean, webSocket };
}

function summarize(cycles: readonly Cycle[], dropped: number): WebSocketReport {
  const row = (of: (cycle: Cycle) => Figures): Row => ({
    requestsASecond: spread(cycles.map((cycle) => of(cycle).requestsASecond)),
    cpuMicroseconds: spread(cycles.map((cycle) => of(cycle).cpuMicroseconds)),
  });
  return {
    cycles: cycles.length,
    dropped,
    http: row(({ http }) => http),
    webSocket: row(({ webSocket }) => webSocket),
    throughputRatio: spread(cycles.map(({ http, webSocket }) => webSocket.requestsASecond / http.requestsASecond)),
    cpuRatio: spread(cycles.map(({ http, webSocket }) => http.cpuMicroseconds / webSocket.cpuMicroseconds)),
  };
}
