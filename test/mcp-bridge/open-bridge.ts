import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished } from 'vitest';
import { type Notes, type NotesEra, startNotes } from '../mcp-adapter/servers/start-notes.ts';
import { openTestService, type TestService } from '../open-test-service.ts';

export interface Bridge extends TestService {
  readonly notes: Notes;
}

/** A service before one server of notes, target `notes`, that has said what it offers. */
export async function openBridge(era: NotesEra, over: 'stdio' | 'http'): Promise<Bridge> {
  const notes = await startNotes(era, over);
  const service = await openTestService({ targets: [{ name: 'notes', kind: 'mcp', options: notes.options }] });
  await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).text()).toMatch(/^{"status":"healthy"/);
  return { ...service, notes };
}

/** A client of the old SDK, of the 2025 era, connected to a service and closed with the test. */
export async function connectOld(origin: string): Promise<OldClient> {
  const client = new OldClient({ name: 'waybill-test', version: '1.0.0' });
  await client.connect(new OldTransport(new URL('/mcp', origin)));
  onTestFinished(() => client.close());
  return client;
}
