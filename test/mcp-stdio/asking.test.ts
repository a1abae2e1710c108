import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, MAIN } from '../cli/run-waybill.ts';
import { startNotes } from '../mcp-adapter/servers/start-notes.ts';
import { PATIENT } from './host.ts';

test.for(['modern', 'legacy'] as const)(
  'a %s client over standard input is asked for what a call lacks',
  async (era) => {
    const mode = era === 'modern' ? ('auto' as const) : ('legacy' as const);
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
    );
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return { action: 'accept', content: { ms: 1 } };
    });
    const cwd = folderWith({ 'waybill.yaml': PATIENT });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd, stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    const { structuredContent } = await client.callTool({ name: 'system_sleep', arguments: {} });
    expect(structuredContent).toMatchObject({
      outcome: { status: 'fulfilled', result: { slept_ms: expect.anything() } },
    });
    expect(asked).toMatchObject([{ requestedSchema: { required: ['ms'] } }]);
  },
);

test.for([
  { action: 'accept', content: { sure: true }, text: 'removed monday' },
  { action: 'decline', content: undefined, text: 'kept monday' },
] as const)(
  'a client of 2025 is asked in the middle of a call by a server of 2025, and what it says ($action) reaches that',
  async ({ action, content, text }) => {
    const notes = await startNotes('sessionful', 'stdio');
    const { command, arguments: args } = notes.options;
    const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action, ...(content !== undefined && { content }) };
    });
    const wrapped = [MAIN, 'wrap', '--', String(command), ...(args as string[])]; // `as`: of the options of a test
    await client.connect(new StdioClientTransport({ command: process.execPath, args: wrapped, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    const name = tools.map((tool) => tool.name).find((tool) => tool.endsWith('remove')) ?? '';
    const removed = await client.callTool({ name, arguments: { day: 'monday' } });
    expect(removed).toMatchObject({ isError: false, content: [{ type: 'text', text }] });
    expect(asked).toEqual(['Remove the note of monday?']);
  },
);
