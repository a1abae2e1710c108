import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { ASKER_TARGET, createAsker } from './asker-kind.ts';
import { connect } from './connect.ts';

const open = async () => {
  const { kinds, acts } = createAsker();
  const { origin } = await openTestService({ targets: [ASKER_TARGET] }, { kinds });
  return { origin, acts };
};

const FORMS = { elicitation: { form: {} } };

/** Says the same to whatever it is asked by a form, and keeps what it was asked. */
function answerForms(client: Client, content: Record<string, string | number>): unknown[] {
  const asked: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params);
    return { action: 'accept', content };
  });
  return asked;
}

test('a client is asked for what an adapter needs, and its call goes on with that', async () => {
  const { origin, acts } = await open();
  const client = await connect(origin, 'modern', FORMS);
  const asked = answerForms(client, { name: 'Zoe' });
  const { isError, structuredContent } = await client.callTool({ name: 'asker_greet', arguments: {} });
  expect(asked).toMatchObject([{ message: 'What is your name?' }]);
  expect(structuredContent).toMatchObject({
    outcome: { status: 'fulfilled', effect: 'applied', result: 'Hello, Zoe!' },
  });
  expect(isError).toBe(false);
  expect(acts).toHaveLength(2);
});

test('payload fields that are missing are asked for in one form, and the call goes on with them', async () => {
  const { origin, acts } = await open();
  const client = await connect(origin, 'modern', FORMS);
  const asked = answerForms(client, { count: 2, colour: 'red', note: 'not asked for' });
  const { structuredContent } = await client.callTool({ name: 'asker_order', arguments: { item: 'lamp' } });
  expect(asked).toEqual([
    {
      mode: 'form',
      message: 'Do asker.order needs more to go on',
      requestedSchema: {
        type: 'object',
        properties: {
          count: { type: 'integer', minimum: 1, maximum: 9 },
          colour: { type: 'string', enum: ['red', 'green'] },
        },
        required: ['count', 'colour'],
      },
    },
  ]);
  expect(structuredContent).toMatchObject({ outcome: { result: { item: 'lamp', count: 2, colour: 'red' } } });
  expect(acts.map(({ payload }) => payload)).toEqual([{ item: 'lamp', count: 2, colour: 'red' }]);
});
