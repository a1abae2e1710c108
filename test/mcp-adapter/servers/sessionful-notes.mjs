// A server of the 2025 era on the old SDK: over stdio, or over HTTP with sessions with `--http`, which prints its address.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { completeDay, DAYS, note, PROMPTS, RESOURCES, readNote, TEMPLATES, TOOLS, textOf, tickOf } from './notes.mjs';

const CALLS = {
  add: ({ a, b }) => ({ ...textOf(String(a + b)), structuredContent: { sum: a + b } }),
  count: ({ to, every_ms }, { signal, _meta, sendNotification }) =>
    tickOf(to, every_ms, signal, (progress) =>
      _meta?.progressToken === undefined
        ? undefined
        : sendNotification({
            method: 'notifications/progress',
            params: { progressToken: _meta.progressToken, progress, total: to },
          }),
    ),
  remove: async ({ day }, { sendRequest }) => {
    const { action, content } = await sendRequest(
      {
        method: 'elicitation/create',
        params: {
          message: `Remove the note of ${day}?`,
          requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
        },
      },
      ElicitResultSchema,
    );
    return textOf(action === 'accept' && content?.sure === true ? `removed ${day}` : `kept ${day}`);
  },
  introduce: async (_given, { sendRequest }) => {
    const names = [];
    for (const which of ['first', 'last']) {
      const { content } = await sendRequest(
        {
          method: 'elicitation/create',
          params: {
            message: `What is your ${which} name?`,
            requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
        },
        ElicitResultSchema,
      );
      names.push(content?.name);
    }
    return textOf(`Welcome, ${names.join(' ')}`);
  },
  summarize: async (_given, { sendRequest }) => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Summarize.' } }];
    const summary = await sendRequest(
      { method: 'sampling/createMessage', params: { messages, maxTokens: 50 } },
      CreateMessageResultSchema,
    );
    const { roots } = await sendRequest({ method: 'roots/list' }, ListRootsResultSchema);
    return textOf(`${summary.content.text} in ${roots.map(({ uri }) => uri).join(', ')}`);
  },
};

function openServer() {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const server = new Server(
    { name: 'sessionful-notes', version: '1.0.0' },
    { capabilities, instructions: 'Notes, a day each.' },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    note(params.name);
    const call = CALLS[params.name];
    if (call === undefined) throw new McpError(-32602, `There is no tool ${params.name}`);
    return call(params.arguments ?? {}, extra);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const contents = readNote(uri);
    if (contents === undefined) throw new McpError(-32002, `There is no resource ${uri}`, { uri });
    return { contents };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== 'diary') throw new McpError(-32602, `There is no prompt ${params.name}`);
    const text = `Write the diary of ${params.arguments?.day}.`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => completeDay(params.argument.value, DAYS));
  return server;
}

if (process.argv.includes('--http')) {
  const sessions = new Map();
  const openSession = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await openServer().connect(transport);
    return transport;
  };
  const listener = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(id);
    if (id !== undefined && known === undefined) {
      response.writeHead(404).end();
      return;
    }
    const transport = known ?? (await openSession());
    await transport.handleRequest(request, response, request.method === 'POST' ? await json(request) : undefined);
  });
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${listener.address().port}/mcp\n`));
} else {
  await openServer().connect(new StdioServerTransport());
}
