import { expect, test } from 'vitest';
import { KNOWS_TASKS } from '../mcp/task-client.ts';
import { startNotes } from '../mcp-adapter/servers/start-notes.ts';
import { type Hosted, PATIENT, startHosted } from './host.ts';

const META = 'io.modelcontextprotocol';
const TASKS = 'mcp: { tasks: { after_ms: 100 } }\n';

/** Requests of one host that knows tasks, each answered by a result. */
function asker(hosted: Hosted) {
  let last = 0;
  return async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> => {
    last += 1;
    const asked = last;
    const _meta = { [`${META}/protocolVersion`]: '2026-07-28', [`${META}/clientCapabilities`]: KNOWS_TASKS };
    hosted.send({ id: asked, method, params: { ...params, _meta } });
    const { result } = await hosted.received(({ id }) => id === asked);
    return result as Readonly<Record<string, unknown>>; // `as`: an error has none, and fails what is expected of it
  };
}

test('a call over standard input that takes long is a task, is polled for and cancelled there', async () => {
  const hosted = startHosted(['mcp'], { config: PATIENT + TASKS });
  const ask = asker(hosted);
  const short = await ask('tools/call', { name: 'system_sleep', arguments: { ms: 700 } });
  expect(short).toMatchObject({ resultType: 'task', status: 'working' });
  await expect
    .poll(() => ask('tasks/get', { taskId: short.taskId }), { timeout: 20_000 })
    .toMatchObject({ status: 'completed', result: { structuredContent: { outcome: { status: 'fulfilled' } } } });

  const long = await ask('tools/call', { name: 'system_sleep', arguments: { ms: 60_000 } });
  await ask('tasks/cancel', { taskId: long.taskId });
  await expect
    .poll(() => ask('tasks/get', { taskId: long.taskId }), { timeout: 20_000 })
    .toMatchObject({ status: 'cancelled' });
});

test('a task over standard input asks what a server of 2025 asks in the middle of a call, and takes the answer there', async () => {
  const notes = await startNotes('sessionful', 'stdio');
  const adapters = { notes: { kind: 'mcp', ...notes.options } };
  const config = { limits: { event_loop_delay_ms: 60_000 }, adapters, mcp: { tasks: { always: ['notes.remove'] } } };
  const hosted = startHosted(['mcp'], { config: JSON.stringify(config) }); // JSON is YAML
  await hosted.told('the MCP server is connected');
  const ask = asker(hosted);
  await expect
    .poll(async () => JSON.stringify(await ask('tools/list', {})), { timeout: 20_000 })
    .toContain('notes_remove');
  const { taskId } = await ask('tools/call', { name: 'notes_remove', arguments: { day: 'monday' } });
  const asked = () => ask('tasks/get', { taskId });
  await expect.poll(asked, { timeout: 20_000 }).toMatchObject({ status: 'input_required' });
  const [key = ''] = Object.keys(Object((await asked()).inputRequests));
  await ask('tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content: { sure: true } } } });
  await expect
    .poll(asked, { timeout: 20_000 })
    .toMatchObject({ status: 'completed', result: { content: [{ text: 'removed monday' }] } });
});
