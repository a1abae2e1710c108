import { describe, expect, test } from 'vitest';
import { openTestMcp } from './open-test-mcp.ts';
import { startNotes } from './servers/start-notes.ts';

const SERVERS = [
  { era: 'modern', over: 'stdio' },
  { era: 'modern', over: 'http' },
  { era: 'sessionful', over: 'stdio' },
  { era: 'sessionful', over: 'http' },
] as const;

async function openNotes({ era, over }: (typeof SERVERS)[number]) {
  const { options, journal } = await startNotes(era, over);
  const opened = await openTestMcp(options);
  await opened.declared();
  return { ...opened, journal };
}

describe.for(SERVERS)('a $era server over $over', (server) => {
  test('tells what it offers beside its tools', async () => {
    const { adapter } = await openNotes(server);
    expect(adapter.mcp).toMatchObject({
      resources: [{ uri: 'notes://welcome' }, { uri: 'notes://logo' }],
      resourceTemplates: [{ uriTemplate: 'notes://days/{day}' }],
      readResource: 'box.resources/read',
      getPrompt: 'box.prompts/get',
      complete: 'box.completion/complete',
      instructions: 'Notes, a day each.',
    });
    expect(adapter.mcp?.prompts[0]).toMatchObject({ name: 'box.diary', arguments: [{ name: 'day', required: true }] });
    const offers = adapter.intents.filter(({ mcp }) => mcp?.method !== 'tools/call');
    expect(offers.map(({ key, effect }) => [key, effect])).toEqual([
      ['box.resources/read', 'read'],
      ['box.prompts/get', 'read'],
      ['box.completion/complete', 'read'],
    ]);
  });

  test('gives what is behind a URI, and says where there is nothing', async () => {
    const { act } = await openNotes(server);
    expect(await act('resources/read', { uri: 'notes://welcome' })).toMatchObject({
      effect: 'none',
      result: { contents: [{ uri: 'notes://welcome', mimeType: 'text/plain', text: 'Welcome to the notes.' }] },
    });
    expect(await act('resources/read', { uri: 'notes://logo' })).toMatchObject({
      result: { contents: [{ blob: 'iVBORw0KGgo=' }] },
    });
    expect(await act('resources/read', { uri: 'notes://days/someday' })).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'payload_invalid',
        message: expect.stringContaining('There is no resource notes://days/someday'),
      },
    });
  });

  test('gives its prompts, and completes their arguments, by the names that are told', async () => {
    const { act } = await openNotes(server);
    expect(await act('prompts/get', { name: 'box.diary', arguments: { day: 'monday' } })).toMatchObject({
      effect: 'none',
      result: { messages: [{ role: 'user', content: { type: 'text', text: 'Write the diary of monday.' } }] },
    });
    expect(await act('prompts/get', { name: 'box.novel' })).toMatchObject({ failure: { kind: 'payload_invalid' } });
    const ref = { type: 'ref/prompt', name: 'box.diary' };
    expect(await act('completion/complete', { ref, argument: { name: 'day', value: 't' } })).toMatchObject({
      result: { completion: { values: ['tuesday', 'thursday'], total: 2, hasMore: false } },
    });
    const template = { type: 'ref/resource', uri: 'notes://days/{day}' };
    expect(await act('completion/complete', { ref: template, argument: { name: 'day', value: 'm' } })).toMatchObject({
      result: { completion: { values: ['monday'] } },
    });
  });
});

describe.for(['stdio', 'http'] as const)('a question of a modern server over %s', (over) => {
  const server = { era: 'modern', over } as const;
  const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
  const sure = { action: 'accept', content: { sure: true } };

  test('ends the act, and its answer is given back with what the server keeps by the caller', async () => {
    const { act, journal } = await openNotes(server);
    const asked = await act('remove', { day: 'monday' }, { asking: { capabilities } });
    expect(asked).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'input_required',
        message: expect.stringContaining('sure (elicitation/create)'),
        details: {
          requests: { sure: { method: 'elicitation/create', params: { message: 'Remove the note of monday?' } } },
          state: { requestState: 'remove:monday' },
        },
      },
    });
    const answered = { capabilities, responses: { sure }, state: { requestState: 'remove:monday' } };
    expect(await act('remove', { day: 'monday' }, { asking: answered })).toMatchObject({
      effect: 'applied',
      result: { content: [{ type: 'text', text: 'removed monday' }] },
    });
    expect(journal()).toEqual(['remove', 'remove']);
  });

  test('may be about folders and a model, of a resource or of a prompt', async () => {
    const { act } = await openNotes(server);
    expect(await act('summarize', {}, { asking: { capabilities } })).toMatchObject({
      failure: {
        kind: 'input_required',
        details: {
          requests: { summary: { method: 'sampling/createMessage' }, roots: { method: 'roots/list' } },
          state: {},
        },
      },
    });
    const responses = {
      summary: { role: 'assistant', model: 'test', content: { type: 'text', text: 'short' } },
      roots: { roots: [{ uri: 'file:///home' }] },
    };
    expect(await act('summarize', {}, { asking: { capabilities, responses, state: {} } })).toMatchObject({
      result: { content: [{ type: 'text', text: 'short in file:///home' }] },
    });
    const secret = { uri: 'notes://secret' };
    expect(await act('resources/read', secret, { asking: { capabilities } })).toMatchObject({
      failure: { kind: 'input_required', details: { requests: { sure: { method: 'elicitation/create' } } } },
    });
    expect(
      await act('resources/read', secret, { asking: { capabilities, responses: { sure }, state: {} } }),
    ).toMatchObject({ effect: 'none', result: { contents: [{ text: 'true' }] } });
    expect(await act('prompts/get', { name: 'box.signed' }, { asking: { capabilities } })).toMatchObject({
      failure: { kind: 'input_required', details: { requests: { who: { method: 'elicitation/create' } } } },
    });
  });

  test('names what the caller lacks, where it declares nothing of the kind', async () => {
    const { act, journal } = await openNotes(server);
    const asked = await act('summarize', {});
    expect(asked).toMatchObject({
      effect: 'none',
      failure: {
        kind: 'input_required',
        details: { required_capabilities: { sampling: {} } },
        hint: expect.stringContaining('declares'),
      },
    });
    expect(journal()).toEqual(['summarize']);
  });
});
