import type { Catalogue } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { asyncApiMessages } from './asyncapi-messages.ts';
import { asyncApiSchemas } from './asyncapi-schemas.ts';

const CHANNEL = '#/channels/mcp';
const ref = (path: string): JsonObject => ({ $ref: path });
const messages = (...names: readonly string[]): JsonObject[] => names.map((name) => ref(`${CHANNEL}/messages/${name}`));

/** The AsyncAPI 3.0 document of the WebSocket. It names no server: `GET /mcp` tells each client where to connect. */
export function buildAsyncApi(catalogue: Catalogue, version: string): JsonObject {
  const frames = asyncApiMessages(catalogue);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Waybill',
      version,
      description: 'Requests over one WebSocket, many at a time; each is as self-contained as over HTTP.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      mcp: {
        address: '/mcp',
        description: 'Text frames of JSON. Subprotocol `mcp-v2`, offered and not demanded.',
        messages: Object.fromEntries(Object.keys(frames).map((name) => [name, ref(`#/components/messages/${name}`)])),
        bindings: { ws: { method: 'GET', headers: UPGRADE_HEADERS } },
      },
    },
    operations: {
      receiveRequest: {
        action: 'receive',
        channel: ref(CHANNEL),
        summary: 'Takes a request; its outcome follows, and its progress before that.',
        messages: messages('request'),
        reply: { channel: ref(CHANNEL), messages: messages('progress', 'outcome') },
      },
      receiveCancel: {
        action: 'receive',
        channel: ref(CHANNEL),
        summary: 'Stops a request under way; it still gets its one outcome.',
        messages: messages('cancel'),
      },
    },
    components: { schemas: asyncApiSchemas(catalogue), messages: frames },
  };
}

const UPGRADE_HEADERS: JsonObject = {
  type: 'object',
  properties: {
    'X-Client-Capabilities': {
      type: 'string',
      description: '`client_capabilities` as JSON, for all requests of the connection that bring none themselves.',
    },
    Authorization: {
      type: 'string',
      description: '`Bearer` and an API key or token, where the service asks callers who they are.',
    },
    'Sec-WebSocket-Protocol': {
      type: 'string',
      description: '`mcp-v2`; beside it `bearer.` and the token, from clients that can set no other header.',
    },
  },
};
