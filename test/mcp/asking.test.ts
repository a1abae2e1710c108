import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openTestService } from '../open-test-service.ts';
import { ASKER_TARGET, createAsker } from './asker-kind.ts';
import { connect } from './connect.ts';

const open = async () => {
  const { kinds, acts } = createAsker();
  const { origin, settings } = await openTestService({ targets: [ASKER_TARGET] }, { kinds });
  return { origin, settings, acts };
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

test('what does not fit is asked for again, with what is wrong with it', async () => {
  const { origin } = await open();
  const client = await connect(origin, 'modern', FORMS);
  const messages: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    messages.push(params.message);
    return { action: 'accept', content: { count: messages.length === 1 ? 70 : 7, colour: 'green' } };
  });
  const { structuredContent } = await client.callTool({ name: 'asker_order', arguments: { item: 'lamp' } });
  expect(messages[1]).toMatch(/can not go on with that: payload.count .*9/);
  expect(structuredContent).toMatchObject({ outcome: { result: { item: 'lamp', count: 7, colour: 'green' } } });
});

test.for(['decline', 'cancel'] as const)('%s is no answer: the call ends with what is missing', async (action) => {
  const { origin, acts } = await open();
  const client = await connect(origin, 'modern', FORMS);
  client.setRequestHandler('elicitation/create', () => ({ action }));
  const { structuredContent, isError } = await client.callTool({ name: 'asker_order', arguments: { item: 'lamp' } });
  expect(structuredContent).toMatchObject({ outcome: { status: 'rejected', error: { code: 'payload_invalid' } } });
  expect(isError).toBe(true);
  expect(acts).toEqual([]);
});

test.for([
  { name: 'asker_log_in', given: { who: 'zoe' }, capabilities: FORMS, because: 'a form must not ask for a secret' },
  { name: 'asker_order', given: { item: 'lamp' }, capabilities: {}, because: 'the client can fill no forms' },
  { name: 'asker_order', given: { item: 7 }, capabilities: FORMS, because: 'more is wrong than that it is missing' },
])('$name is answered with payload_invalid, as $because', async ({ name, given, capabilities }) => {
  const { origin } = await open();
  const client = await connect(origin, 'modern', capabilities);
  const { structuredContent } = await client.callTool({ name, arguments: given });
  expect(structuredContent).toMatchObject({ outcome: { effect: 'none', error: { code: 'payload_invalid' } } });
});

test.for(['asker_think', 'asker_lack'])('%s is refused for want of a capability, and names it', async (name) => {
  const { origin } = await open();
  const client = await connect(origin, 'modern', FORMS);
  const called = client.callTool({ name, arguments: {} });
  await expect(called).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
});

test.for(['asker_greet', 'asker_order'])(
  '%s fails at once for a client of 2025 over HTTP, which can not be asked',
  async (name) => {
    const { origin } = await open();
    const client = await connect(origin, 'legacy', { elicitation: {} });
    const { isError, structuredContent } = await client.callTool({ name, arguments: {} });
    expect(isError).toBe(true);
    const code = name === 'asker_greet' ? 'input_required' : 'payload_invalid';
    expect(structuredContent).toMatchObject({ outcome: { status: 'rejected', error: { code } } });
  },
);

test('callers of the envelope are told what is asked, and not what is kept for it', async () => {
  const { origin, settings } = await open();
  const request = { ...goodRequest(settings, 'asker.twice', {}), payload: { item: 'lamp' } };
  const answer = await send(origin, request);
  expect(answer.outcome.error).toMatchObject({ code: 'input_required' });
  expect(Object.keys(answer.outcome.error?.details ?? {})).toEqual(['requests']);
});
