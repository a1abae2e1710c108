import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { until } from '../http/until.ts';
import { connect } from '../mcp/connect.ts';
import { openTestService } from '../open-test-service.ts';

const ERAS = ['modern', 'legacy'] as const;

test.for(ERAS)('the official client, %s, lists the tools and has its call end with their result', async (era) => {
  const { origin } = await openTestService();
  const client = await connect(origin, era);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['system_describe', 'system_echo', 'system_sleep']),
  );

  const progress: number[] = [];
  const { structuredContent } = await client.callTool(
    { name: 'system_sleep', arguments: { ms: 60, steps: 3 } },
    { onprogress: (told) => progress.push(told.progress) },
  );
  expect(structuredContent).toMatchObject({ outcome: { status: 'fulfilled', result: { slept_ms: 60 } } });
  expect(progress).toHaveLength(3);
  expect(progress).toEqual([...progress].sort((left, right) => left - right));
});

test.for(ERAS)('a call that the official client, %s, cancels ends for it at once', async (era) => {
  const service = await openTestService();
  const client = await connect(service.origin, era);
  const cancelling = new AbortController();
  const call = client.callTool(
    { name: 'system_sleep', arguments: { ms: 25_000, steps: 1000 } },
    {
      signal: cancelling.signal,
      onprogress: () => cancelling.abort('no longer wanted'),
    },
  );
  await expect(call).rejects.toThrow('no longer wanted');
  if (era === 'legacy') return; // which of its requests it means, a client of 2025 tells by another request: nobody here knows it
  await until(() => service.log().some((line) => line.intent === 'system.sleep' && line.failure === 'cancelled'));
});

test.for(ERAS)('a tool that there is not is an error of the protocol for the official client, %s', async (era) => {
  const { origin } = await openTestService();
  const client = await connect(origin, era);
  await expect(client.callTool({ name: 'nothing_of_the_kind' })).rejects.toMatchObject({ code: -32602 });
});

test.for(ERAS)(
  'the official client, %s, is told by log lines how far its call is, where it takes them',
  async (era) => {
    const { origin } = await openTestService();
    const client = await connect(origin, era);
    const lines: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params.data));
    const call = { name: 'system_sleep', arguments: { ms: 30, steps: 3 } };
    await client.callTool(call);
    expect(lines).toEqual(era === 'modern' ? [] : ['step 1 of 3', 'step 2 of 3', 'step 3 of 3']);
    lines.length = 0;
    await client.callTool({ ...call, _meta: { [LOG_LEVEL_META_KEY]: 'info' } });
    expect(lines).toEqual(['step 1 of 3', 'step 2 of 3', 'step 3 of 3']);
  },
);
