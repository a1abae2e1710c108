import { createServer, type IncomingMessage } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer, Server } from '@modelcontextprotocol/server';
import { tellPort } from './tell-port.ts';

const TOOL = { name: 'system_echo', description: 'Answers with what it was given.' };
const INPUT = { type: 'object' as const };
const INFO = { name: 'bare', version: '1.0.0' };

/** The official SDK's handler with one tool, and nothing around it: `low` for its `Server`, else its `McpServer`. */
const handler = createMcpHandler(process.argv[2] === 'low' ? lowServer : mcpServer(), { legacy: 'reject' });

const server = createServer(async (incoming, outgoing) => {
  const parsedBody: unknown = JSON.parse(await readBody(incoming));
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { method: 'POST', headers });
  const response = await handler.fetch(request, { parsedBody });
  const body = await response.text();
  outgoing.writeHead(response.status, {
    'content-type': response.headers.get('content-type') ?? 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  outgoing.end(body);
});
server.listen(0, '127.0.0.1', () => tellPort(server.address()));

function lowServer(): Server {
  const low = new Server(INFO, { capabilities: { tools: {} } });
  low.setRequestHandler('tools/list', () => ({ tools: [{ ...TOOL, inputSchema: INPUT }] }));
  low.setRequestHandler('tools/call', ({ params }) => echo(params.arguments));
  return low;
}

function mcpServer(): () => McpServer {
  const inputSchema = fromJsonSchema<Record<string, unknown>>(INPUT);
  return () => {
    const mcp = new McpServer(INFO);
    mcp.registerTool(TOOL.name, { description: TOOL.description, inputSchema }, (given) => echo(given));
    return mcp;
  };
}

function echo(given: Record<string, unknown> = {}) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(given) }], structuredContent: given };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
