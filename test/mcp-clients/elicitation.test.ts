import { Client, type ElicitRequest, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { openAskingService } from './open-asking-service.ts';

const INFO = { name: 'asked', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {} } };

test('the official client has its user asked by a tool of a server behind the service', async () => {
  const { origin } = await openAskingService();
  const client = new Client(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const asked: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }: ElicitRequest) => {
    asked.push(params.message);
    const isFirst = asked.length === 1;
    return { action: 'accept', content: isFirst ? { name: 'Alice' } : { color: 'blue' } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
  onTestFinished(() => client.close());

  const result = await client.callTool({ name: 'test_input_required_result_multi_round' });
  expect(asked).toEqual(['Step 1: What is your name?', 'Step 2: What is your favorite color?']);
  expect(result.content).toMatchObject([{ type: 'text', text: 'Alice likes blue' }]);
  expect(result.structuredContent).toMatchObject({ outcome: { status: 'fulfilled' } });
});

test('clients of 2025 that a tool would have to ask are told so at once', async () => {
  const { origin } = await openAskingService();
  const client = new Client(INFO, { capabilities: CAPABILITIES });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
  const old = new OldClient(INFO, { capabilities: { elicitation: {} } });
  // `as`: its types are not made for exact optional properties
  await old.connect(new OldTransport(new URL('/mcp', origin)) as Parameters<OldClient['connect']>[0]);
  onTestFinished(async () => {
    await client.close();
    await old.close();
  });
  const call = { name: 'test_elicitation', arguments: { message: 'Who are you?' } };
  for (const { isError, structuredContent } of [await client.callTool(call), await old.callTool(call)]) {
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      outcome: { status: 'rejected', effect: 'none', error: { code: 'input_required' } },
    });
  }
});
