import { type McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { McpOptions } from './mcp-options.ts';
import { answerTaskRequests } from './tasks/answer-task-requests.ts';
import { TASKS_CAPABILITIES } from './tasks/tasks-extension.ts';
import { callTool } from './tools/call-tool.ts';
import { listTools } from './tools/list-tools.ts';

/** Makes the SDK's server for one request over HTTP, or one connection over stdio. What is told is compiled already. */
export function createServer(options: McpOptions): McpServerFactory {
  const info = { name: 'waybill', title: 'Waybill', version: options.version };
  const capabilities = { tools: { listChanged: true }, logging: {} };
  const toolLists = listTools(options);
  const toolCalls = callTool(options);
  const answerTasks = answerTaskRequests(options);
  return ({ era }) => {
    const knowsTasks = era === 'modern';
    const server = new Server(info, { capabilities: { ...capabilities, ...(knowsTasks && TASKS_CAPABILITIES) } });
    if (knowsTasks) answerTasks(server);
    server.setRequestHandler('tools/list', toolLists);
    server.setRequestHandler('tools/call', (call, context) => toolCalls(call, context, server));
    return server;
  };
}
