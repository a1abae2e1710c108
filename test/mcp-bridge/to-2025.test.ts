import { expect, test } from 'vitest';
import { connect } from '../mcp/connect.ts';
import { openBridge } from './open-bridge.ts';

/** Client and server know no common version of the protocol. */
test.for(['stdio', 'http'] as const)('a 2026-07-28 client reaches a sessionful server over %s', async (over) => {
  const { origin, notes } = await openBridge('sessionful', over);
  const client = await connect(origin);

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['notes_add', 'notes_count', 'notes_remove']));

  const added = await client.callTool({ name: 'notes_add', arguments: { a: 2, b: 3 } });
  expect(added).toMatchObject({
    isError: false,
    content: [{ type: 'text', text: '5' }],
    structuredContent: { outcome: { status: 'fulfilled', effect: 'none', result: { structuredContent: { sum: 5 } } } },
  });

  const told: (string | undefined)[] = [];
  const counted = await client.callTool(
    { name: 'notes_count', arguments: { to: 4, every_ms: 100 } },
    { onprogress: ({ message, progress }) => told.push(message ?? String(progress)) },
  );
  expect(counted.content).toEqual([{ type: 'text', text: 'counted to 4' }]);
  expect(told.length).toBeGreaterThan(0);

  const stop = new AbortController();
  const long = client.callTool(
    { name: 'notes_count', arguments: { to: 10_000, every_ms: 20 } },
    { signal: stop.signal, onprogress: () => stop.abort() },
  );
  await expect(long).rejects.toThrow();
  await expect.poll(notes.journal).toContain('cancelled');
});

test.for(['stdio', 'http'] as const)(
  'a question in the middle of a call, of a server over %s, is refused at once where nobody can be asked then',
  async (over) => {
    const { origin } = await openBridge('sessionful', over);
    const client = await connect(origin, 'modern', { elicitation: { form: {} } });
    const startedMs = performance.now();
    const removed = await client.callTool({ name: 'notes_remove', arguments: { day: 'monday' } });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(removed).toMatchObject({
      isError: true,
      structuredContent: {
        outcome: {
          status: 'partially_fulfilled',
          effect: 'unknown',
          error: { code: 'adapter_failed', hint: expect.stringMatching(/elicitation\/create.*in the middle/) },
        },
      },
    });
  },
);
