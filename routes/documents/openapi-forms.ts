import type { JsonObject } from '../../contracts/json.ts';
import { refTo } from './contract-schemas.ts';

/** What can be wrong with a message of the Model Context Protocol, and that it is not served. */
const TOLD_IN_JSON_RPC = ['400', '404', '413', '415'];

/** Every answer of a path that streams comes as events too, under the same status. */
export function alsoAsStream(responses: JsonObject): JsonObject {
  return changed(responses, Object.keys(responses), (content) => ({
    ...content,
    'text/event-stream': { schema: refTo('EventStream') },
  }));
}

/** On the path that all protocols share, whoever speaks JSON-RPC is answered in it. */
export function alsoAsJsonRpc(responses: JsonObject): JsonObject {
  const schema = { anyOf: [refTo('Answer'), refTo('JsonRpcError')] };
  return changed(responses, TOLD_IN_JSON_RPC, (content) => ({
    ...content,
    'application/json': { ...Object(content['application/json']), schema },
  }));
}

function changed(
  responses: JsonObject,
  statuses: readonly string[],
  change: (content: JsonObject) => JsonObject,
): JsonObject {
  const after = statuses.map((status) => {
    const response: JsonObject = Object(responses[status]);
    return [status, { ...response, content: change(Object(response.content)) }];
  });
  return { ...responses, ...Object.fromEntries(after) };
}
