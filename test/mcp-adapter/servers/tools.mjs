import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, Server } from '@modelcontextprotocol/server';

const anything = { type: 'object' };
const number = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };
const text = (said) => ({ content: [{ type: 'text', text: said }] });

/** What the tools of the test server do; each is given its arguments and what the SDK knows of the call. */
const TOOLS = {
  say: {
    description: 'Says a number.',
    inputSchema: number,
    outputSchema: number,
    annotations: { readOnlyHint: true },
    run: async ({ number: said }, { mcpReq }) => {
      const { progressToken } = mcpReq._meta ?? {};
      if (progressToken !== undefined) {
        const params = { progressToken, progress: 1, total: 2, message: `number ${said}` };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { ...text(String(said)), structuredContent: { number: said } };
    },
  },
  add: {
    inputSchema: number,
    run: async ({ number: added }, _context, world) => {
      world.sum += added;
      return text(String(world.sum));
    },
  },
  wait: {
    inputSchema: anything,
    run: async (_given, { mcpReq }, world) => {
      world.waiting += 1;
      const { progressToken } = mcpReq._meta ?? {};
      const params = { progressToken, progress: 1, message: 'begun' };
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
      await delay(600_000, undefined, { signal: mcpReq.signal }).catch(() => undefined);
      world.waiting -= 1;
      world.aborted += 1;
      return text('aborted');
    },
  },
  world: {
    inputSchema: anything,
    annotations: { readOnlyHint: true },
    run: async (_given, { mcpReq }, world) => ({
      ...text(''),
      structuredContent: { ...world, pid: process.pid, meta: mcpReq._meta ?? {}, envelope: mcpReq.envelope ?? {} },
    }),
  },
  fail: { inputSchema: anything, run: async ({ said = 'it broke' }) => ({ ...text(said), isError: true }) },
  fail_read: {
    inputSchema: anything,
    annotations: { readOnlyHint: true },
    run: async () => ({ ...text('it broke'), isError: true }),
  },
  odd: {
    inputSchema: anything,
    outputSchema: number,
    run: async () => ({ ...text('odd'), structuredContent: { number: 'none' } }),
  },
  protocol_error: {
    inputSchema: anything,
    run: async ({ code = -32603, data }) => {
      throw new ProtocolError(code, 'as it was told to', data);
    },
  },
  leak: {
    inputSchema: anything,
    run: async () => {
      process.stderr.write(`the token is ${process.env.TOOL_TOKEN}\n`);
      return { ...text(`could not use ${process.env.TOOL_TOKEN}`), isError: true };
    },
  },
  flood: {
    inputSchema: anything,
    annotations: { readOnlyHint: true },
    run: async () => text('x'.repeat(20 * 1024 * 1024)),
  },
  die: { inputSchema: anything, run: async () => process.kill(process.pid, 'SIGKILL') },
  ask: {
    inputSchema: anything,
    run: async (_given, { mcpReq }) => {
      const answers = await mcpReq.send({
        method: 'elicitation/create',
        params: { message: 'Which?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
      });
      return text(JSON.stringify(answers));
    },
  },
  change: {
    inputSchema: anything,
    run: async ({ add }, _context, world, changed) => {
      world.added.push(add);
      await changed();
      return text('changed');
    },
  },
};

/** What the tools change. */
export const newWorld = () => ({ sum: 0, waiting: 0, aborted: 0, added: [] });

export function listTools(world) {
  return [
    ...Object.entries(TOOLS).map(([name, { run: _run, ...tool }]) => ({ name, ...tool })),
    ...world.added.map((name) => ({ name, inputSchema: anything })),
  ];
}

export function callTool({ name, arguments: given = {} }, context, world, changed) {
  const tool = TOOLS[name];
  if (tool === undefined) throw new ProtocolError(-32602, `There is no tool ${name}`);
  return tool.run(given, context, world, changed);
}

/** A factory of the SDK's low-level server with these tools. `changed` tells of a changed list, where the server can't itself. */
export function toolServers(world = newWorld(), changed = undefined) {
  return () => {
    const server = new Server(
      { name: 'tool-server', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true } }, instructions: 'Say numbers.' },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: listTools(world) }));
    server.setRequestHandler('tools/call', async ({ params }, context) =>
      callTool(params, context, world, changed ?? (() => server.sendToolListChanged())),
    );
    return server;
  };
}
