import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoadClient } from './load-client.ts';
import { type Figures, runSlice, steadyMean } from './run-slice.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type Spread, spread } from './statistics.ts';

const CONNECTIONS = 16;
const REVISION = '2026-07-28';
/** With those of `system`, about 60 intents are listed. */
const MORE_INTENTS = 57;
const REFERENCE = 'the SDK: McpServer, one tool';

/** Of tasks: no call of a client that declares them is a plain one, which passes the SDK by. */
const EXTENSIONS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  readonly body: string;
}

export interface McpReport {
  readonly cycles: number;
  readonly dropped: number;
  /** In the list of the service under test. */
  readonly tools: number;
  readonly bodyBytes: number;
  readonly rows: readonly {
    readonly name: string;
    readonly requestsASecond: Spread;
    readonly cpuMicroseconds: Spread;
    /** Beside the SDK's `McpServer` of the same cycle: how often its cost; below 1 is better. */
    readonly timeRatio: Spread;
    readonly cpuRatio: Spread;
  }[];
}

/** `tools/call` of the echo over HTTP, beside the official SDK's bare handler with one tool. */
export async function benchMcp(cycles: number): Promise<McpReport> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const contenders: Contender[] = [];
  try {
    for (const start of [startBare(folder, ''), startBare(folder, 'low'), startWaybill(folder)])
      contenders.push(await start);
    const waybill = contenders.at(-1);
    if (waybill === undefined) throw new Error('Nothing to measure');
    contenders.push({ ...waybill, name: 'waybill, through the SDK', body: echoCall(EXTENSIONS) });
    const tools = await countTools(waybill.server.origin);
    const measured: Map<string, Figures>[] = [];
    let dropped = 0;
    while (measured.length < cycles && dropped < cycles) {
      const cycle = await runCycle(contenders);
      if (cycle === undefined) dropped += 1;
      else measured.push(cycle);
      process.stderr.write(cycle === undefined ? 'x' : '.');
    }
    process.stderr.write('\n');
    const rows = contenders.map(({ name }) => summarize(name, measured));
    return { cycles: measured.length, dropped, tools, bodyBytes: Buffer.byteLength(echoCall()), rows };
  } finally {
    await Promise.all([...new Set(contenders.map(({ server }) => server))].map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function startBare(folder: string, how: '' | 'low'): Promise<Contender> {
  const main = fileURLToPath(new URL('bare-mcp.js', import.meta.url));
  return {
    name: how === 'low' ? 'the SDK: Server, one tool' : REFERENCE,
    server: await start(folder, [main, how]),
    body: echoCall(),
  };
}

async function startWaybill(folder: string): Promise<Contender> {
  const config = join(folder, 'waybill.yaml');
  writeFileSync(config, JSON.stringify(manyIntents())); // JSON is YAML
  const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
  return { name: 'waybill', server: await start(folder, [main, 'serve', '--config', config]), body: echoCall() };
}

function start(folder: string, args: readonly string[]): Promise<ServerProcess> {
  const out = join(mkdtempSync(join(folder, 'server-')), 'out');
  const env = { WAYBILL_SECRET: 'bench-'.repeat(8) };
  return startServer('taskset', ['-c', '0', process.execPath, ...args], out, env);
}

/** An HTTP back end that is never called. */
function manyIntents(): object {
  const payload = {
    type: 'object',
    properties: { id: { type: 'string', description: 'Whose state is wanted' }, fresh: { type: 'boolean' } },
    required: ['id'],
    additionalProperties: false,
  };
  const names = Array.from({ length: MORE_INTENTS }, (_, index) => `tracker.state_${index}`);
  const intent = (name: string) => ({
    title: `The state of ${name}`,
    method: 'GET',
    path: '/{{ payload.id }}',
    effect: 'read',
    payload,
    returns: { state: '{{ response.body.state }}' },
    example: { payload: { id: '7' }, resources: [] },
  });
  return {
    listen: { port: 0 },
    limits: { event_loop_delay_ms: 60_000 },
    adapters: {
      tracker: {
        kind: 'http',
        base_url: 'http://127.0.0.1:9',
        intents: Object.fromEntries(names.map((name) => [name, intent(name)])),
      },
    },
  };
}

function message(method: string, params: object, capabilities: object = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
}

function headers(method: string): Readonly<Record<string, string>> {
  return { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method };
}

function echoCall(capabilities?: object): string {
  const given = {
    username: 'zhangsan',
    remember: true,
    note: 'a parcel that needs nothing but what is written on it',
    attempt: 1,
  };
  return message('tools/call', { name: 'system_echo', arguments: given }, capabilities);
}

async function countTools(origin: string): Promise<number> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers('tools/list') },
    body: message('tools/list', {}),
  });
  // `as`: the bench fails here if the service answers otherwise
  const { result } = (await response.json()) as { readonly result: { readonly tools: readonly unknown[] } };
  return result.tools.length;
}

/** One slice each, in random order; the reference first and last. Undefined where the machine drifted meanwhile. */
async function runCycle(contenders: readonly Contender[]): Promise<Map<string, Figures> | undefined> {
  const reference = contenders.find(({ name }) => name === REFERENCE);
  if (reference === undefined) throw new Error('Nothing to compare with');
  const others = contenders.filter((contender) => contender !== reference).sort(() => Math.random() - 0.5);
  const figures = new Map<string, Figures>();
  const before = await load(reference);
  for (const contender of others) figures.set(contender.name, await load(contender));
  const mean = steadyMean(before, await load(reference));
  return mean === undefined ? undefined : figures.set(reference.name, mean);
}

function load({ server, body }: Contender): Promise<Figures> {
  const more = { ...headers('tools/call'), 'Mcp-Name': 'system_echo' };
  const client = { port: server.port, path: '/mcp', bodies: [body], connections: CONNECTIONS, headers: more };
  return runSlice(server, new LoadClient(client));
}

function summarize(name: string, cycles: readonly Map<string, Figures>[]): McpReport['rows'][number] {
  const pairs = cycles.map((cycle) => ({ own: figuresOf(cycle, name), reference: figuresOf(cycle, REFERENCE) }));
  return {
    name,
    requestsASecond: spread(pairs.map(({ own }) => own.requestsASecond)),
    cpuMicroseconds: spread(pairs.map(({ own }) => own.cpuMicroseconds)),
    timeRatio: spread(pairs.map(({ own, reference }) => reference.requestsASecond / own.requestsASecond)),
    cpuRatio: spread(pairs.map(({ own, reference }) => own.cpuMicroseconds / reference.cpuMicroseconds)),
  };
}

function figuresOf(cycle: Map<string, Figures>, name: string): Figures {
  const figures = cycle.get(name);
  if (figures === undefined) throw new Error(`No figures of ${name}`);
  return figures;
}
