import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { ANONYMOUS } from '../../src/core/principal.ts';
import { guarded } from './guarded.ts';
import { instructionsFor } from './instructions.ts';
import { listHint } from './list-hints.ts';
import type { McpOptions } from './mcp-options.ts';
import { serveCompletions } from './prompts/serve-completions.ts';
import { servePrompts } from './prompts/serve-prompts.ts';
import { unwrapHail } from './read-hail.ts';
import { serveResources } from './resources/serve-resources.ts';
import { serverInfo } from './server-info.ts';
import { takeOldSubscriptions } from './subscriptions/take-old-subscriptions.ts';
import { answerTaskRequests } from './tasks/answer-task-requests.ts';
import { TASKS_CAPABILITIES } from './tasks/tasks-extension.ts';
import { callTool } from './tools/call-tool.ts';
import { listTools } from './tools/list-tools.ts';
import { createServerOpener } from './tools/open-server.ts';

/** Makes the SDK's server for one request over HTTP, or one connection over stdio. What is told is compiled already. */
export function createServer(options: McpOptions): McpServerFactory {
  const capabilities = {
    tools: { listChanged: true },
    resources: { listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  };
  const { served } = options;
  const openServer = createServerOpener(serverInfo(options));
  const toolLists = guarded(served, listTools(options));
  const toolCalls = guarded(served, callTool(options));
  const answerTasks = answerTaskRequests(options);
  const answerMore = [serveResources(options), servePrompts(options), serveCompletions(options)];
  return ({ era, authInfo }) => {
    const core = served.core();
    const { http, principal = ANONYMOUS } = unwrapHail(authInfo) ?? {};
    const knowsTasks = era === 'modern';
    const opened = openServer(http?.calls === undefined ? undefined : core.tools.byName.get(http.calls), {
      capabilities: { ...capabilities, ...(knowsTasks && TASKS_CAPABILITIES) },
      instructions: instructionsFor(core, { principal }),
      cacheHints: { 'server/discover': listHint(core, { principal }) },
    });
    const server = opened instanceof McpServer ? opened.server : opened;
    if (knowsTasks) answerTasks(server);
    else takeOldSubscriptions(server);
    server.setRequestHandler('tools/list', toolLists);
    server.setRequestHandler('tools/call', (call, context) => toolCalls(call, context, server));
    for (const answer of answerMore) answer(server);
    return opened;
  };
}
