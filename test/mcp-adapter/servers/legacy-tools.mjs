import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ElicitResultSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { callTool, listTools } from './tools.mjs';

/** The same tools on the SDK of the era before. */
export function legacyServer(world) {
  const server = new Server(
    { name: 'legacy-server', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } }, instructions: 'Say numbers.' },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: listTools(world) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const mcpReq = {
      _meta: extra._meta,
      signal: extra.signal,
      notify: extra.sendNotification,
      send: (request) => extra.sendRequest(request, ElicitResultSchema),
    };
    return callTool(params, { mcpReq }, world, () => server.sendToolListChanged());
  });
  return server;
}
