import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** A client of the official SDK, connected to a service, and closed with the test. */
export async function connect(
  origin: string,
  era: 'modern' | 'legacy' = 'modern',
  capabilities: ClientCapabilities = {},
  key?: string,
): Promise<Client> {
  const client = new Client(
    { name: 'waybill-test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), {
      ...(key !== undefined && { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    }),
  );
  onTestFinished(() => client.close());
  return client;
}
