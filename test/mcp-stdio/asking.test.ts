import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, MAIN } from '../cli/run-waybill.ts';
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
