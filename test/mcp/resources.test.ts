import { expect, test } from 'vitest';
import { apiKey, apiKeys, keyOf } from '../auth/auth-settings.ts';
import { openTestService } from '../open-test-service.ts';
import { BEHIND_TARGET, createBehind } from './behind-kind.ts';
import { connect } from './connect.ts';

const open = async () => {
  const { kinds, acts } = createBehind();
  const service = await openTestService({ targets: [BEHIND_TARGET] }, { kinds });
  return { ...service, acts };
};

const textOf = ({ contents }: { contents: readonly object[] }): string => {
  const [first] = contents;
  return first !== undefined && 'text' in first ? String(first.text) : '';
};

test('the catalogue, each intent, each schema and what a server behind offers are resources', async () => {
  const { origin } = await open();
  const client = await connect(origin);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining([
      'note://first',
      'waybill://catalogue',
      'waybill://intents/behind.prompts%2Fget',
      'waybill://intents/system.echo',
      'waybill://schemas/request',
    ]),
  );
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'note://{year}/{month}/text',
    'waybill://intents/{key}',
    'waybill://resource-types/{type}',
    'waybill://schemas/{name}',
  ]);
});

test('the resource of an intent has an example that works, as a request and as a call of its tool', async () => {
  const { origin } = await open();
  const client = await connect(origin);
  const read = await client.readResource({ uri: 'waybill://intents/system.echo' });
  const { example, effect } = JSON.parse(textOf(read));
  expect(effect).toBe('read');
  const called = await client.callTool(example.tool_call);
  expect(called.isError).toBe(false);
  const minted = await fetch(`${origin}/mcp/v2/contexts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'login-flow', business_key: 'user_123' }),
  });
  const answered = (await minted.json()) as { readonly contexts: readonly { readonly id: string }[] }; // `as`: see the contract
  const context = { ...example.request.context, id: answered.contexts[0]?.id };
  const answer = await fetch(`${origin}/mcp/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...example.request, context }),
  });
  expect(answer.status).toBe(200);
});

test('resources of a server behind are read by address and by template, down the way of any request', async () => {
  const { origin, acts, log } = await open();
  const client = await connect(origin);
  expect(textOf(await client.readResource({ uri: 'note://first' }))).toBe('the note note://first');
  expect(textOf(await client.readResource({ uri: 'note://2026/12/text' }))).toBe('the note note://2026/12/text');
  expect(acts.map(({ payload }) => payload)).toEqual([{ uri: 'note://first' }, { uri: 'note://2026/12/text' }]);
  expect(log()).toContainEqual(
    expect.objectContaining({ intent: 'behind.resources/read', target: 'behind', status: 'fulfilled' }),
  );
});

test.for([
  { uri: 'note://second', because: 'no list and no template knows it' },
  { uri: 'waybill://intents/no.such', because: 'there is no such intent' },
  { uri: 'note://lost/12/text', because: 'the server behind does not know it' },
])('$uri is refused with -32602, as $because', async ({ uri }) => {
  const { origin } = await open();
  const client = await connect(origin);
  await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
});

test('a caller is told of what it may do, and of nothing else', async () => {
  const { kinds } = createBehind();
  const auth = apiKeys(apiKey('narrow', { intents: ['system.echo'] }), apiKey('wide'));
  const { origin } = await openTestService({ targets: [BEHIND_TARGET], ...auth }, { kinds });
  const narrow = await connect(origin, 'modern', {}, keyOf('narrow'));
  const { resources, cacheScope } = await narrow.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris.filter((uri) => /^(note|waybill:..intents)/.test(uri))).toEqual(['waybill://intents/system.echo']);
  expect(cacheScope).toBe('private');
  await expect(narrow.readResource({ uri: 'note://first' })).rejects.toMatchObject({ code: -32602 });
  await expect(narrow.readResource({ uri: 'waybill://intents/system.sleep' })).rejects.toMatchObject({ code: -32602 });
  const wide = await connect(origin, 'modern', {}, keyOf('wide'));
  expect(textOf(await wide.readResource({ uri: 'note://first' }))).toBe('the note note://first');
});
