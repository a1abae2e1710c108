import {
  fromJsonSchema,
  type Implementation,
  McpServer,
  Server,
  type ServerOptions,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { Tool } from '../../../src/core/tools/tool.ts';

/** Opens a server of the SDK for a message that calls this tool, or none. */
export type OpenServer = (called: Tool | undefined, options: ServerOptions) => Server | McpServer;

/**
 * The SDK holds `Mcp-Param-*` headers against the arguments only where it knows the schema of the tool: of one that has such
 * arguments it is told, and of no other.
 */
export function createServerOpener(info: Implementation): OpenServer {
  const schemas = new WeakMap<Tool, StandardSchemaWithJSON>();
  return (called, options) => {
    if (called?.hasHeaderArguments !== true) return new Server(info, options);
    // `as`: written by `describeTool`
    const schema = schemas.get(called) ?? fromJsonSchema(called.listed.inputSchema as Record<string, unknown>);
    schemas.set(called, schema);
    const server = new McpServer(info, options);
    server.registerTool(called.name, { inputSchema: schema }, () => ({ content: [] })); // `tools/call` has a handler of ours
    return server;
  };
}
