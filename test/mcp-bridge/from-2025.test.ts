import { expect, test } from 'vitest';
import { connectOld, openBridge } from './open-bridge.ts';

test.for(['stdio', 'http'] as const)(
  'a 2025 client reaches a server of the 2026-07-28 era alone over %s',
  async (over) => {
    const { origin } = await openBridge('modern', over);
    const client = await connectOld(origin);

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['notes_add', 'notes_count', 'notes_remove']));

    expect(await client.callTool({ name: 'notes_add', arguments: { a: 2, b: 3 } })).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: '5' }],
      structuredContent: {
        outcome: { status: 'fulfilled', effect: 'none', result: { structuredContent: { sum: 5 } } },
      },
    });

    let told = 0;
    const counted = await client.callTool({ name: 'notes_count', arguments: { to: 4, every_ms: 100 } }, undefined, {
      onprogress: () => {
        told += 1;
      },
    });
    expect(counted.content).toEqual([{ type: 'text', text: 'counted to 4' }]);
    expect(told).toBeGreaterThan(0);
  },
);

test('a 2025 client over HTTP is told at once that it can not be asked', async () => {
  const { origin } = await openBridge('modern', 'http');
  const client = await connectOld(origin);
  const startedMs = performance.now();
  const removed = await client.callTool({ name: 'notes_remove', arguments: { day: 'monday' } });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(removed.isError).toBe(true);
  expect(JSON.stringify(removed.content)).toMatch(/elicitation/);
});
