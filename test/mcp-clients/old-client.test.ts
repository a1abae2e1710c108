import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';

/** The client of the SDK's first line, as hosts in the field still have it. */
async function connectOld(origin: string): Promise<Client> {
  const client = new Client({ name: 'old', version: '1.0.0' }, { capabilities: { elicitation: {}, sampling: {} } });
  // `as`: its types are not made for exact optional properties
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)) as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  return client;
}

test('an old client lists the tools, and calls one', async () => {
  const client = await connectOld((await openTestService()).origin);
  expect(client.getServerVersion()).toMatchObject({ name: 'waybill' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('system_echo');
  const { structuredContent, isError } = await client.callTool({
    name: 'system_echo',
    arguments: { greeting: 'hello' },
  });
  expect(isError).toBe(false);
  expect(structuredContent).toMatchObject({ outcome: { status: 'fulfilled', result: { greeting: 'hello' } } });
  await expect(client.ping()).resolves.toEqual({});
});

test('an old client is told of progress, and its cancelled call ends at once', async () => {
  const client = await connectOld((await openTestService()).origin);
  const cancelling = new AbortController();
  const told: number[] = [];
  const call = client.callTool({ name: 'system_sleep', arguments: { ms: 25_000, steps: 1000 } }, undefined, {
    signal: cancelling.signal,
    onprogress: ({ progress }) => {
      told.push(progress);
      if (told.length === 2) cancelling.abort('no longer wanted');
    },
  });
  await expect(call).rejects.toThrow('no longer wanted');
});
