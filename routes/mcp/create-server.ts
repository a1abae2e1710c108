import { type McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { McpOptions } from './mcp-options.ts';
import { callTool } from './tools/call-tool.ts';
import { listTools } from './tools/list-tools.ts';

/** Makes the SDK's server for one request over HTTP, or one connection over stdio. What is told is compiled already. */
export function createServer(options: McpOptions): McpServerFactory {
  const info = { name: 'waybill', title: 'Waybill', version: options.version };
  const more = { capabilities: { tools: { listChanged: true }, logging: {} } };
  const toolLists = listTools(options);
  const toolCalls = callTool(options);
  return () => {
    const server = new Server(info, more);
    server.setRequestHandler('tools/list', toolLists);
    server.setRequestHandler('tools/call', toolCalls);
    return server;
  };
}
