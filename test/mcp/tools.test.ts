import { expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { connect } from './connect.ts';

test.for(['modern', 'legacy'] as const)('a %s client is offered the intents as tools, and calls one', async (era) => {
  const { origin } = await openTestService();
  const client = await connect(origin, era);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('system_echo');

  const { isError, structuredContent } = await client.callTool({
    name: 'system_echo',
    arguments: { greeting: 'hello' },
  });
  expect(isError).toBe(false);
  expect(structuredContent).toMatchObject({
    intent: { type: 'system', sub_type: 'echo' },
    context: { id: expect.stringMatching(/^mcp-/), next_id: expect.stringMatching(/^mcp-/) },
    outcome: { status: 'fulfilled', effect: 'none', result: { greeting: 'hello' } },
  });
});
