// Lists one tool, the default of whose arguments is nested deeper than any stack is high.
import { createInterface } from 'node:readline';

const DEPTH = 50_000;
const nested = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const results = {
  initialize: JSON.stringify({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'deep', version: '1.0.0' },
  }),
  'tools/list': `{"tools":[{"name":"deep","inputSchema":{"type":"object","default":${nested}}}]}`,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = results[method] ?? null;
  const rest = answer === null ? '"error":{"code":-32601,"message":"Method not found"}' : `"result":${answer}`;
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}}\n`);
}
