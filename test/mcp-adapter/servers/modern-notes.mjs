// A server of the 2026-07-28 era alone, on the official SDK: over stdio, or over HTTP with `--http`, which prints its address.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMcpHandler, inputRequired, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { completeDay, DAYS, note, PROMPTS, RESOURCES, readNote, TEMPLATES, TOOLS, textOf, tickOf } from './notes.mjs';

const ASKING_PROMPT = { name: 'signed', description: 'Asks who signs it.' };

const CALLS = {
  add: ({ arguments: { a, b } }) => ({ ...textOf(String(a + b)), structuredContent: { sum: a + b } }),
  count: async ({ arguments: { to, every_ms } }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    return tickOf(to, every_ms, mcpReq.signal, (progress) =>
      progressToken === undefined
        ? undefined
        : mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: to } }),
    );
  },
  remove: (params, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.sure;
    if (answer === undefined) return ask({ sure: sureForm(params.arguments.day) }, `remove:${params.arguments.day}`);
    if (mcpReq.requestState() !== `remove:${params.arguments.day}`)
      return { ...textOf('another state'), isError: true };
    const isSure = answer.action === 'accept' && answer.content?.sure === true;
    return textOf(isSure ? `removed ${params.arguments.day}` : `kept ${params.arguments.day}`);
  },
  introduce: (_params, { mcpReq }) => {
    const { first, last } = mcpReq.inputResponses ?? {};
    const state = mcpReq.requestState();
    if (last !== undefined) return textOf(`Welcome, ${state} ${last.content?.name}`);
    if (first !== undefined) return ask({ last: nameForm('last') }, first.content?.name);
    return ask({ first: nameForm('first') }, 'begun');
  },
  summarize: (_params, { mcpReq }) => {
    const { summary, roots } = mcpReq.inputResponses ?? {};
    if (summary === undefined || roots === undefined) {
      const messages = [{ role: 'user', content: { type: 'text', text: 'Summarize.' } }];
      return ask({
        summary: inputRequired.createMessage({ messages, maxTokens: 50 }),
        roots: inputRequired.listRoots(),
      });
    }
    return textOf(`${summary.content.text} in ${roots.roots.map(({ uri }) => uri).join(', ')}`);
  },
};

function ask(inputRequests, requestState) {
  return inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });
}

function sureForm(day) {
  return inputRequired.elicit({
    message: `Remove the note of ${day}?`,
    requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
  });
}

function nameForm(which) {
  return inputRequired.elicit({
    message: `What is your ${which} name?`,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  });
}

function openServer() {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const server = new Server(
    { name: 'modern-notes', version: '1.0.0' },
    {
      capabilities,
      instructions: 'Notes, a day each.',
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    note(params.name);
    const call = CALLS[params.name];
    if (call === undefined) throw new ProtocolError(-32602, `There is no tool ${params.name}`);
    return call({ arguments: {}, ...params }, context);
  });
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) => {
    if (params.uri === 'notes://secret') {
      const said = mcpReq.inputResponses?.sure;
      if (said === undefined) return ask({ sure: sureForm('secret') });
      return { contents: [{ uri: params.uri, text: String(said.content?.sure) }] };
    }
    const contents = readNote(params.uri);
    if (contents === undefined)
      throw new ProtocolError(-32602, `There is no resource ${params.uri}`, { uri: params.uri });
    return { contents };
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS, ASKING_PROMPT] }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    if (params.name === ASKING_PROMPT.name) {
      const who = mcpReq.inputResponses?.who;
      if (who === undefined) return ask({ who: nameForm('first') });
      return { messages: [{ role: 'user', content: { type: 'text', text: `Signed, ${who.content?.name}` } }] };
    }
    if (params.name !== 'diary') throw new ProtocolError(-32602, `There is no prompt ${params.name}`);
    return {
      messages: [{ role: 'user', content: { type: 'text', text: `Write the diary of ${params.arguments?.day}.` } }],
    };
  });
  server.setRequestHandler('completion/complete', ({ params }) => completeDay(params.argument.value, DAYS));
  return server;
}

if (process.argv.includes('--http')) {
  const handler = createMcpHandler(openServer, { legacy: 'reject' });
  const listener = createServer(async (request, response) => {
    const body = await text(request);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method,
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      signal: gone.signal,
      ...(request.method === 'POST' && { body }),
    });
    const answer = await handler.fetch(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${listener.address().port}/mcp\n`));
} else {
  serveStdio(openServer, { legacy: 'reject' });
}
