import Type, { type Static } from 'typebox';
import { INTENT_KEY_PATTERN, INTENT_KEYS } from '../../declarative/intent-keys.ts';
import { Named } from '../../declarative/named.ts';
import { ANSWER_KEYS } from '../../declarative/read-answer.ts';
import { RESOURCE_TYPE_KEYS, RESOURCE_TYPE_PATTERN } from '../../declarative/resource-type-keys.ts';
import { STATE_KEYS } from '../../declarative/state-reader.ts';

export const DEFAULT_HEARTBEAT_MS = 10_000;
export const DEFAULT_MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
export const DEFAULT_MAX_IN_FLIGHT = 1024;
export const DEFAULT_MAX_SEND_BUFFER_BYTES = 8 * 1024 * 1024;

/** A name in a header (RFC 9110 §5.6.2). */
const TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$";

const Cel = (description: string) => Type.String({ minLength: 1, maxLength: 4000, description });
const Message = (description: string) => Type.Unknown({ description });

const IntentOptions = Type.Object(
  {
    ...INTENT_KEYS,
    effect: Type.Enum(['read', 'idempotent', 'unsafe'] as const, {
      description: 'What repeating it does: nothing at all, nothing more, or more.',
    }),
    send: Message('JSON template of the message that asks for it; somewhere in it stands {{ request_id }}.'),
    progress: Type.Optional(
      Type.Object(
        {
          when: Type.Optional(Cel('CEL over message: whether this event is about progress. Left out: each is.')),
          fraction: Type.Optional(Cel('CEL over message that comes to a number from 0 to 1.')),
          message: Type.Optional(Cel('A template over message: where it stands.')),
        },
        { additionalProperties: false, description: 'What callers are told of the events of this intent.' },
      ),
    ),
    ...ANSWER_KEYS,
  },
  { additionalProperties: false },
);
export type IntentOptions = Static<typeof IntentOptions>;

const ResourceTypeOptions = Type.Object(
  {
    ...RESOURCE_TYPE_KEYS,
    send: Message('JSON template of the message that asks for the state; somewhere in it stands {{ request_id }}.'),
    ...STATE_KEYS,
  },
  { additionalProperties: false },
);
export type ResourceTypeOptions = Static<typeof ResourceTypeOptions>;

/** A target of kind `websocket`. */
export const WebSocketOptions = Type.Object(
  {
    url: Type.String({
      pattern: '^wss?://[^\\s/?#]+[^\\s#]*$',
      description: 'Address of the bridge: ws://host:port/path, or wss:// for TLS.',
    }),
    headers: Type.Optional(
      Named(
        TOKEN,
        Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', maxLength: 8192, description: 'Printable ASCII characters.' }),
        { description: 'Headers of the handshake.' },
      ),
    ),
    bearer: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]+$',
        description: 'A token, printable and without spaces, that the handshake carries: put it into the environment.',
      }),
    ),
    subprotocol: Type.Optional(
      Type.String({
        pattern: TOKEN,
        description: 'The name of the subprotocol that the bridge must agree to.',
      }),
    ),
    hello: Type.Optional(
      Type.Object(
        {
          send: Message('The message, as it is sent.'),
          until: Type.Optional(Cel('CEL over message: the connection can be used once it is true of one.')),
        },
        { additionalProperties: false, description: 'What is said first on each new connection.' },
      ),
    ),
    answer: Type.Object(
      { id: Cel('CEL over message that comes to the request_id which the message answers.') },
      { additionalProperties: false },
    ),
    event: Type.Optional(
      Type.Object(
        {
          when: Cel('CEL over message: whether it tells of a request that goes on, and is no answer.'),
          id: Cel('CEL over message that comes to the request_id of that request.'),
        },
        { additionalProperties: false },
      ),
    ),
    cancel: Type.Optional(Message('JSON template of what is sent for a request that is given up.')),
    heartbeat_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 600_000,
        default: DEFAULT_HEARTBEAT_MS,
        description:
          'How often the bridge is pinged; a connection on which nothing came by the next ping is cut off (milliseconds).',
      }),
    ),
    max_message_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 268_435_456,
        default: DEFAULT_MAX_MESSAGE_BYTES,
        description: 'How large a message may be; a bridge that sends a larger one is cut off.',
      }),
    ),
    max_in_flight: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_536,
        default: DEFAULT_MAX_IN_FLIGHT,
        description: 'How many acts and probes may wait for an answer.',
      }),
    ),
    max_send_buffer_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 1_073_741_824,
        default: DEFAULT_MAX_SEND_BUFFER_BYTES,
        description: 'What may wait for a bridge that reads slowly.',
      }),
    ),
    intents: Type.Optional(Named(INTENT_KEY_PATTERN, IntentOptions, { default: {} })),
    resource_types: Type.Optional(Named(RESOURCE_TYPE_PATTERN, ResourceTypeOptions, { default: {} })),
  },
  { additionalProperties: false, title: 'WebSocket target' },
);
export type WebSocketOptions = Static<typeof WebSocketOptions>;
