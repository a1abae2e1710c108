import { randomBytes } from 'node:crypto';
import {
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { askingTools } from './asking-tools.ts';
import { fixturePrompts } from './fixture-prompts.ts';
import { listResources, RESOURCE_TEMPLATE, readResource } from './fixture-resources.ts';
import { type FixtureTool, text } from './fixture-tool.ts';
import { longTools } from './long-tools.ts';
import { plainTools } from './plain-tools.ts';
import { pushingTools } from './pushing-tools.ts';
import { type FetchServer, serveFetch } from './serve-fetch.ts';

const CACHE = { ttlMs: 60_000, cacheScope: 'public' as const };

/** What changes while the server runs: one tool and one prompt that come and go. */
interface Shown {
  tool: boolean;
  prompt: boolean;
}

/** An MCP server on the official SDK with all that the conformance suite wants of one, on a free port of the loopback interface. */
export async function openFixtureServer(): Promise<FetchServer> {
  const states = createRequestStateCodec({ key: randomBytes(32) });
  const shown: Shown = { tool: false, prompt: false };
  const tools = [...plainTools(), ...askingTools(states), ...longTools(), ...pushingTools()];
  const handler = createMcpHandler((context) => createServer(context));
  const createServer = serverFactory([...tools, ...changingTools(shown, () => handler.notify)], shown, states.verify);
  const server = await serveFetch((request) => handler.fetch(request));
  return {
    url: server.url,
    close: async () => {
      await handler.close();
      await server.close();
    },
  };
}

type VerifyState = NonNullable<NonNullable<ConstructorParameters<typeof McpServer>[1]>['requestState']>['verify'];

function serverFactory(tools: readonly FixtureTool[], shown: Shown, verify: VerifyState): McpServerFactory {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const registered = tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    config: {
      description,
      inputSchema: fromJsonSchema(inputSchema ?? { type: 'object' }),
      ...(annotations && { annotations }),
    },
  }));
  return () => {
    const mcp = new McpServer(
      { name: 'fixture', version: '1.0.0' },
      {
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { subscribe: true },
          completions: {},
          logging: {},
        },
        cacheHints: {
          'tools/list': CACHE,
          'prompts/list': CACHE,
          'resources/list': CACHE,
          'resources/templates/list': CACHE,
          'resources/read': CACHE,
        },
        ...(verify && { requestState: { verify } }),
      },
    );
    for (const { name, config } of registered) mcp.registerTool(name, config, unreachable);
    if (shown.tool) mcp.registerTool('comes_and_goes', { description: 'Comes and goes.' }, unreachable);
    // Its own dispatch, so that a tool can end with an error of the protocol; the SDK would make a result of it.
    mcp.server.setRequestHandler('tools/call', ({ params }, context) => {
      const tool = byName.get(params.name);
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${params.name}`);
      return tool.call(params.arguments ?? {}, context);
    });
    serveOffers(mcp, shown);
    return mcp;
  };
}

function serveOffers({ server }: McpServer, shown: Shown): void {
  const prompts = fixturePrompts();
  const changing = { name: 'comes_and_goes', description: 'Comes and goes.' };
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...prompts.map(({ listed }) => listed), ...(shown.prompt ? [changing] : [])],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts.find(({ listed }) => listed.name === params.name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${params.name}`);
    return prompt.get(params.arguments ?? {}, context);
  });
  server.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const values = ['paris', 'park', 'party', 'test-value'].filter((word) => word.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [RESOURCE_TEMPLATE] }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri));
}

function changingTools(shown: Shown, notify: () => ServerNotifier): readonly FixtureTool[] {
  return [
    {
      name: 'test_trigger_tool_change',
      description: 'Has one tool come or go.',
      call: () => {
        shown.tool = !shown.tool;
        notify().toolsChanged();
        return text('The tools have changed');
      },
    },
    {
      name: 'test_trigger_prompt_change',
      description: 'Has one prompt come or go.',
      call: () => {
        shown.prompt = !shown.prompt;
        notify().promptsChanged();
        return text('The prompts have changed');
      },
    },
  ];
}

function unreachable(): never {
  throw new Error('the server dispatches its tools itself');
}
