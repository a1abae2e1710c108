import { randomUUID } from 'node:crypto';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * @typedef {import('waybill/adapter').Acted} Acted
 * @typedef {import('waybill/adapter').Call} Call
 * @typedef {import('waybill/adapter').IntentDeclaration} IntentDeclaration
 * @typedef {{ readonly folder: string }} Options
 * @typedef {{ readonly name: string, readonly text: string }} Note
 */

const NAME = { type: 'string', pattern: '^[a-z0-9-]{1,64}$', description: 'Lower-case letters, digits and -.' };
const TEXT = { type: 'string', maxLength: 10_000 };
const NOTE_TYPE = 'my-adapter-note';

/** @type {readonly IntentDeclaration[]} */
const INTENTS = [
  {
    key: 'my-adapter.read',
    title: 'Read a note',
    description: 'Gives the text of a note.',
    effect: 'read', // changes nothing: it may be repeated, and its effect is always "none"
    actions: ['read'], // what a client must say that it takes part in
    requires: [NOTE_TYPE], // looked at by `probe` before anything runs
    payload: { type: 'object', properties: { name: NAME }, required: ['name'], additionalProperties: false },
    result: {
      type: 'object',
      properties: { name: NAME, text: TEXT },
      required: ['name', 'text'],
      additionalProperties: false,
    },
    example: {
      payload: { name: 'hello' },
      resources: [{ type: NOTE_TYPE, identifier: 'hello', state: 'present' }],
    },
  },
  {
    key: 'my-adapter.write',
    title: 'Write a note',
    description: 'Writes the text of a note, over what it was.',
    effect: 'unsafe', // never repeated on its own
    actions: ['write'],
    requires: [],
    payload: {
      type: 'object',
      properties: { name: NAME, text: TEXT },
      required: ['name', 'text'],
      additionalProperties: false,
    },
    result: { type: 'object', properties: { name: NAME }, required: ['name'], additionalProperties: false },
    example: { payload: { name: 'greeting', text: 'Good morning.' }, resources: [] },
  },
];

/** @type {import('waybill/adapter').AdapterKind<Options>} */
export const adapterKind = {
  kind: 'my-adapter',
  options: {
    type: 'object',
    properties: { folder: { type: 'string', minLength: 1, description: 'Where the notes are.' } },
    required: ['folder'],
    additionalProperties: false,
  },
  open: async (options, host) => {
    const folder = resolve(host.folder, options.folder);
    /** @param {string} name */
    const fileOf = (name) => join(folder, `${name}.txt`);
    host.log.info({ folder }, 'my-adapter is open');

    return {
      intents: INTENTS,
      resourceTypes: [
        {
          type: NOTE_TYPE,
          description: 'A note.',
          states: ['present', 'absent'],
          identifier: 'The name of the note.',
          cacheable: false,
        },
      ],

      // What is the state of one resource right now? Changes nothing; stops when `signal` aborts.
      probe: async ({ identifier }) => {
        // An identifier is text of a caller: it must not lead out of the folder.
        if (!new RegExp(NAME.pattern).test(identifier)) return { state: 'absent', reason: 'no_such_name' };
        return { state: (await isThere(fileOf(identifier))) ? 'present' : 'absent' };
      },

      // The payload fits the schema above by now, and what `requires` names is in its expected state.
      execute: async (call) => {
        if (!(await isThere(folder))) return unavailable();
        return call.intentKey === 'my-adapter.read' ? read(call, fileOf) : write(call, fileOf);
      },

      health: async () =>
        (await isThere(folder)) ? { status: 'healthy' } : { status: 'unhealthy', detail: 'its folder is not there' },

      close: async () => {},
    };
  },
};

/**
 * Expected failures are returned. A throw is a bug: the caller is told no more than that, and the log has the rest.
 *
 * @param {Call} call
 * @param {(name: string) => string} fileOf
 * @returns {Promise<Acted>}
 */
async function read(call, fileOf) {
  const { name } = /** @type {Note} */ (call.payload);
  try {
    const text = await readFile(fileOf(name), { encoding: 'utf8', signal: call.signal });
    return { effect: 'none', result: { name, text }, verification: { status: 'verified', side_effects: [] } };
  } catch {
    if (call.signal.aborted) return { effect: 'none', failure: { kind: 'cancelled', message: 'Stopped' } };
    return { effect: 'none', failure: { kind: 'adapter_failed', message: `There is no note ${name}` } };
  }
}

/**
 * `effect` says how far it had come by then: `none` only where surely nothing happened, `unknown` where nobody can know.
 *
 * @param {Call} call
 * @param {(name: string) => string} fileOf
 * @returns {Promise<Acted>}
 */
async function write(call, fileOf) {
  const { name, text } = /** @type {Note} */ (call.payload);
  const draft = `${fileOf(name)}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { signal: call.signal });
  } catch {
    await rm(draft, { force: true });
    if (call.signal.aborted) return { effect: 'none', failure: { kind: 'cancelled', message: 'Stopped' } };
    return { effect: 'none', failure: { kind: 'adapter_failed', message: `The note ${name} can not be written` } };
  }
  call.progress({ fraction: 0.5, message: 'written, not in place yet' });
  await rename(draft, fileOf(name));
  const written = await readFile(fileOf(name), 'utf8');
  return {
    effect: 'applied',
    result: { name },
    verification: {
      status: written === text ? 'verified' : 'contradicted',
      post_condition: { state: 'present' },
      side_effects: [`note_written:${name}`],
    },
  };
}

/** @returns {Acted} */
function unavailable() {
  return {
    effect: 'none',
    failure: { kind: 'adapter_unavailable', message: 'The folder of the notes is not there', retryAfterMs: 1000 },
  };
}

/** @param {string} path */
async function isThere(path) {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
