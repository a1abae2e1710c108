// What the servers of these tests serve, whichever era they are of. `--journal FILE` names a file for what a test can't see otherwise.
import { appendFileSync } from 'node:fs';

const JOURNAL_AT = process.argv.indexOf('--journal');

/** Tells a test what happened here. */
export function note(what) {
  if (JOURNAL_AT !== -1) appendFileSync(process.argv[JOURNAL_AT + 1], `${what}\n`);
}

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday'];

const NUMBER = { type: 'number' };
const READ = { readOnlyHint: true };
const tool = (name, properties, more = {}) => ({
  name,
  description: `Test tool ${name}.`,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
  ...more,
});

export const TOOLS = [
  tool('add', { a: NUMBER, b: NUMBER }, { annotations: READ }),
  tool('count', { to: NUMBER, every_ms: NUMBER }, { annotations: READ }),
  tool('remove', { day: { type: 'string' } }),
  tool('introduce', {}),
  tool('summarize', {}),
];

export const RESOURCES = [
  { uri: 'notes://welcome', name: 'welcome', mimeType: 'text/plain', description: 'What there is.' },
  { uri: 'notes://logo', name: 'logo', mimeType: 'image/png' },
];
export const TEMPLATES = [{ uriTemplate: 'notes://days/{day}', name: 'day', mimeType: 'text/plain' }];
export const PROMPTS = [
  {
    name: 'diary',
    description: 'A diary entry.',
    arguments: [{ name: 'day', description: 'Its day.', required: true }],
  },
];

export function readNote(uri) {
  if (uri === 'notes://welcome') return [{ uri, mimeType: 'text/plain', text: 'Welcome to the notes.' }];
  if (uri === 'notes://logo') return [{ uri, mimeType: 'image/png', blob: 'iVBORw0KGgo=' }];
  const [, day] = /^notes:\/\/days\/(\w+)$/.exec(uri) ?? [];
  return DAYS.includes(day) ? [{ uri, mimeType: 'text/plain', text: `It is ${day}.` }] : undefined;
}

export function completeDay(begun, days) {
  const values = days.filter((day) => day.startsWith(begun));
  return { completion: { values, total: values.length, hasMore: false } };
}

export function textOf(text) {
  return { content: [{ type: 'text', text }] };
}

/** Counts, tells each number, and stops when it is told to. */
export async function tickOf(to, everyMs, signal, tell) {
  for (let at = 1; at <= to && !signal.aborted; at += 1) {
    await tell(at);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  if (signal.aborted) note('cancelled');
  return textOf(signal.aborted ? 'stopped' : `counted to ${to}`);
}
