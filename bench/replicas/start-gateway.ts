import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type StartedProcess, startProcess, untilReady } from './start-process.ts';

/** Another program may take a port between our looking and the gateway's listening. */
const TRIES = 5;
/** Debian puts both there, which is on nobody's PATH but root's. */
const PATH = [process.env.PATH ?? '', '/usr/sbin'].join(delimiter);

const NGINX_SERVER = /^( *server )\S+:808\d( .*)$/gm;
const HAPROXY_SERVER = /^( *server \S+ )\S+:808\d(.*)$/gm;

export type GatewayKind = 'nginx' | 'haproxy';

export interface GatewayOptions {
  /** The shipped configuration. */
  readonly config: string;
  readonly origins: readonly string[];
  /** Who serves v1, where it is not the same. */
  readonly v1Origins?: readonly string[];
  /** More of the configuration to replace, such as a time limit that a test can't wait for. */
  readonly replace?: readonly (readonly [string | RegExp, string])[];
}

export interface Gateway {
  readonly origin: string;
  readonly process: StartedProcess;
  close(): Promise<void>;
}

/** The shipped configuration with the given replicas behind it, on a free port of the loopback interface. */
export async function startGateway(kind: GatewayKind, options: GatewayOptions): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), `waybill-${kind}-`));
  // Started by root, the workers of nginx are nobody, and pass through to their temporary files.
  chmodSync(folder, 0o711);
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort();
    const file = join(folder, `${kind}.conf`);
    writeFileSync(file, placeGateway(kind, options, port, folder));
    const [command, args] = commandOf(kind, file);
    const started = startProcess(command, args, { folder, name: kind, env: { ...process.env, PATH } });
    const origin = `http://127.0.0.1:${port}`;
    try {
      await untilReady(started, () => answers(origin));
      const close = async (): Promise<void> => {
        await started.end();
        rmSync(folder, { recursive: true, force: true });
      };
      return { origin, process: started, close };
    } catch (error) {
      await started.end();
      if (tries === TRIES || !/in use|cannot bind/i.test(started.output())) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    }
  }
}

/** What is shipped, with nothing replaced but the address it listens on, those of the replicas, where files go, and how many workers. */
export function placeGateway(
  kind: GatewayKind,
  { config, origins, v1Origins = origins, replace = [] }: GatewayOptions,
  port: number,
  folder: string,
): string {
  const text = readFileSync(config, 'utf8');
  const at = text.search(/^ *(?:upstream|backend) waybill_v1/m);
  const line = kind === 'nginx' ? NGINX_SERVER : HAPROXY_SERVER;
  const servers = [text.slice(0, at), text.slice(at)]
    .map((part, index) => placeServers(part, line, index === 0 ? origins : v1Origins))
    .join('');
  const placed = kind === 'nginx' ? placeNginx(servers, port, folder) : placeHaproxy(servers, port);
  return replace.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`${config} holds no ${from}`);
    return text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
  }, placed);
}

function placeNginx(config: string, port: number, folder: string): string {
  return config
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('/tmp/nginx', join(folder, 'nginx'))
    .replace('/dev/stdout', join(folder, 'access.log'))
    .replace('worker_processes auto;', 'worker_processes 1;');
}

function placeHaproxy(config: string, port: number): string {
  return config.replace('bind :8080', `bind 127.0.0.1:${port}`);
}

/** Each group of server lines becomes one line a replica; what else stands on a line is kept. */
function placeServers(config: string, line: RegExp, origins: readonly string[]): string {
  const group = new RegExp(`(?:${line.source}\n)+`, 'gm');
  return config.replace(group, (lines) => {
    const [first] = [...lines.matchAll(line)];
    return origins
      .map(
        (origin, index) =>
          `${first?.[1]?.replace(/waybill-\d/, `waybill-${index + 1}`)}${new URL(origin).host}${first?.[2]}\n`,
      )
      .join('');
  });
}

function commandOf(kind: GatewayKind, file: string): readonly [string, readonly string[]] {
  return kind === 'nginx' ? ['nginx', ['-c', file, '-g', 'daemon off;']] : ['haproxy', ['-db', '-f', file]];
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/livez`)).ok;
  } catch {
    return false;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
