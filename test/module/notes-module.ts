/** A module as somebody would write it: notes of a store that it reaches through the guard of the service. */
export const NOTES_MODULE = `
const MOST_BYTES = 1_000_000;
const NAME = { type: 'string', minLength: 1, maxLength: 64 };
const NAMED = { type: 'object', properties: { name: NAME }, required: ['name'], additionalProperties: false };
const NOTE = {
  type: 'object',
  properties: { name: NAME, text: { type: 'string', maxLength: 1000 } },
  required: ['name', 'text'],
  additionalProperties: false,
};
const FIRST = { type: 'note', identifier: 'first', state: 'present' };

const declare = (key, effect, payload, result, example, requires = []) => ({
  key,
  title: key,
  description: 'Works on the notes of a store.',
  effect,
  actions: ['note'],
  requires,
  payload,
  result,
  example: { payload: example, resources: requires.map(() => FIRST) },
});

const INTENTS = [
  declare('notes.read', 'read', NAMED, NOTE, { name: 'first' }, ['note']),
  declare('notes.write', 'unsafe', NOTE, NAMED, { name: 'second', text: 'written' }),
  declare('notes.number', 'read', { type: 'object', properties: { number: { type: 'integer' } } }, {}, { number: 1 }),
  declare('notes.fetch', 'read', { type: 'object', properties: { path: { type: 'string' } } }, {}, { path: '/notes/first' }),
];

const lost = { effect: 'none', failure: { kind: 'adapter_unavailable', message: 'The store of notes can not be reached', retryAfterMs: 100 } };

export const adapterKind = {
  kind: 'notes',
  options: {
    type: 'object',
    properties: { origin: { type: 'string' }, token: { type: 'string' } },
    required: ['origin', 'token'],
    additionalProperties: false,
  },
  open: async ({ origin, token }, host) => {
    const ask = async (path, signal, more = {}) => {
      const response = await host.outbound.fetch(origin + path, { ...more, signal, headers: { authorization: 'Bearer ' + token } });
      let text = '';
      for await (const piece of response.body) {
        text += Buffer.from(piece);
        if (text.length > MOST_BYTES) return { status: 0, broken: 'more than anyone reads' };
      }
      try {
        return { status: response.status, body: JSON.parse(text) };
      } catch {
        return { status: 0, broken: 'no JSON' };
      }
    };
    const pathOf = (name) => '/notes/' + encodeURIComponent(name);
    const requests = {
      'notes.read': ({ payload, signal }) => ask(pathOf(payload.name), signal),
      'notes.write': ({ payload, signal }) => ask(pathOf(payload.name), signal, { method: 'PUT', body: payload.text }),
      'notes.number': async ({ payload, signal, progress }) => {
        const answer = await ask('/notes/first', signal);
        progress({ message: 'number', data: payload.number });
        return { ...answer, body: { number: payload.number } };
      },
      'notes.fetch': ({ payload, signal }) => ask(payload.path, signal),
    };
    return {
      intents: INTENTS,
      resourceTypes: [
        { type: 'note', description: 'A note of the store.', states: ['present', 'absent'], identifier: 'Its name.', cacheable: false },
      ],
      probe: async ({ identifier }, _call, signal) => {
        try {
          const { status } = await ask(identifier === 'slow' ? '/slow' : pathOf(identifier), signal);
          return { state: status === 200 ? 'present' : 'absent' };
        } catch (error) {
          return signal.aborted ? { kind: 'cancelled', message: 'Stopped' } : lost.failure;
        }
      },
      execute: async (call) => {
        const isRead = call.intentKey !== 'notes.write';
        const effect = isRead ? 'none' : 'unknown';
        try {
          const { status, body, broken } = await requests[call.intentKey](call);
          if (broken !== undefined) return { effect, failure: { kind: 'adapter_failed', message: 'The store gave ' + broken } };
          if (status !== 200) return { effect: 'none', failure: { kind: 'adapter_failed', message: 'The store says ' + status } };
          return { effect: isRead ? 'none' : 'applied', result: body };
        } catch (error) {
          if (call.signal.aborted) return { effect, failure: { kind: 'cancelled', message: 'Stopped' } };
          if (error.cause?.code === 'ECONNREFUSED' || isRead) return lost;
          return { effect, failure: { kind: 'adapter_failed', message: 'The store went away' } };
        }
      },
      health: async () => {
        try {
          await ask('/notes/first', AbortSignal.timeout(900));
          return { status: 'healthy' };
        } catch {
          return { status: 'unhealthy', detail: 'the store of notes can not be reached' };
        }
      },
      close: async () => {},
    };
  },
};
`;
