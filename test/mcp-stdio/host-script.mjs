// A host as a process of its own: starts what its arguments say, calls `world`, and prints the processes behind it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'ignore'] });
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const params = { name: 'world', arguments: {}, _meta: meta };
child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
createInterface(child.stdout).once('line', (line) => {
  const { outcome } = JSON.parse(line).result.structuredContent;
  process.stdout.write(`${child.pid} ${outcome.result.structuredContent.pid}\n`);
});
