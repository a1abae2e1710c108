import { expect, test } from 'vitest';
import { connect } from '../mcp/connect.ts';
import { connectOld, openBridge } from './open-bridge.ts';

test.for(['stdio', 'http'] as const)(
  'a 2026-07-28 client has the resources and prompts of a sessionful server over %s',
  async (over) => {
    const { origin } = await openBridge('sessionful', over);
    const client = await connect(origin);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['notes://welcome', 'notes://logo']));
    const { contents } = await client.readResource({ uri: 'notes://welcome' });
    expect(contents).toEqual([{ uri: 'notes://welcome', mimeType: 'text/plain', text: 'Welcome to the notes.' }]);
    expect((await client.readResource({ uri: 'notes://logo' })).contents).toMatchObject([{ blob: 'iVBORw0KGgo=' }]);

    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('notes://days/{day}');
    expect((await client.readResource({ uri: 'notes://days/monday' })).contents).toMatchObject([
      { text: 'It is monday.' },
    ]);
    await expect(client.readResource({ uri: 'notes://days/someday' })).rejects.toMatchObject({ code: -32602 });

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('notes.diary');
    const { messages } = await client.getPrompt({ name: 'notes.diary', arguments: { day: 'monday' } });
    expect(messages).toMatchObject([{ content: { text: 'Write the diary of monday.' } }]);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'notes.diary' },
      argument: { name: 'day', value: 't' },
    });
    expect(completion.values).toEqual(['tuesday', 'thursday']);
  },
);

test.for(['stdio', 'http'] as const)(
  'a 2025 client has the resources and prompts of a server of the 2026-07-28 era alone over %s',
  async (over) => {
    const { origin } = await openBridge('modern', over);
    const client = await connectOld(origin);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['notes://welcome', 'notes://logo']));
    expect((await client.readResource({ uri: 'notes://days/monday' })).contents).toMatchObject([
      { text: 'It is monday.' },
    ]);

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('notes.diary');
    const { messages } = await client.getPrompt({ name: 'notes.diary', arguments: { day: 'monday' } });
    expect(messages).toMatchObject([{ content: { text: 'Write the diary of monday.' } }]);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'notes.diary' },
      argument: { name: 'day', value: 't' },
    });
    expect(completion.values).toEqual(['tuesday', 'thursday']);
  },
);
