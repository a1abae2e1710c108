import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLIENTS = new URL('../../node_modules/@modelcontextprotocol/inspector/clients/', import.meta.url);

/** `inspector`: one command line a request. `mcpdo`: its command line for connections that stay, kept by a process of its own. */
const PROGRAMS = { inspector: 'launcher/build/index.js', mcpdo: 'mcpdo/build/mcp-bin.js' } as const;

/** Starts a program of the Inspector, with everything that it keeps in a folder. */
export function startInspector(program: keyof typeof PROGRAMS, args: readonly string[], folder: string) {
  const file = fileURLToPath(new URL(PROGRAMS[program], CLIENTS));
  return spawn(process.execPath, [file, ...args], {
    env: {
      ...process.env,
      HOME: folder,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      MCP_INSPECTOR_DAEMON_DIR: folder,
      MCP_INSPECTOR_DAEMON_TOKEN: 'of-this-test-alone-and-long-enough-for-it',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits for its end, and reads what it prints as JSON. */
export async function runInspector(
  program: keyof typeof PROGRAMS,
  args: readonly string[],
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  const running = startInspector(program, args, folder);
  let printed = '';
  let complained = '';
  running.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  running.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  await once(running, 'close');
  if (running.exitCode !== 0 || !printed.startsWith('{'))
    throw new Error(`${program} ${args.join(' ')}: ${running.exitCode}\n${printed}\n${complained}`);
  return JSON.parse(printed);
}
