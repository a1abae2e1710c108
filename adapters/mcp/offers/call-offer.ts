import type { CompleteRequest, GetPromptRequest, ReadResourceRequest } from '@modelcontextprotocol/client';
import type { Acted, Call } from '../../../contracts/adapter.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contracts/json.ts';
import type { Send } from '../connections/send.ts';
import type { ServerLink } from '../connections/server-link.ts';
import type { CompiledOffer, OfferMethod } from './compile-offers.ts';
import { concludeInput } from './conclude-input.ts';

// `as`, three times: the payload was checked by the schema of its intent, and `ask` adds what any request may have. What is read is not
// kept: callers may be told different things.
const SENDS: Readonly<Record<OfferMethod, Send>> = {
  'resources/read': (client, params, options) =>
    client.readResource(params as ReadResourceRequest['params'], { ...options, cacheMode: 'bypass' }),
  'prompts/get': (client, params, options) => client.getPrompt(params as GetPromptRequest['params'], options),
  'completion/complete': (client, params, options) => client.complete(params as CompleteRequest['params'], options),
};

/** Has something of the server that is no tool. */
export function callOffer(link: ServerLink, { method, prompts }: CompiledOffer, call: Call): Promise<Acted> {
  return link.ask(call, 'read', {
    params: translateNames(call.payload, prompts),
    send: SENDS[method],
    conclude: ({ resultType, ...result }) =>
      resultType === 'input_required' ? concludeInput(result) : { effect: 'none', result },
  });
}

/** Prompts by the names that the server knows. One that is not listed is asked for as it is: the server says that it has none. */
function translateNames(payload: JsonObject, prompts: ReadonlyMap<string, string>): JsonObject {
  const { name, ref } = payload;
  const theirs = (told: JsonValue | undefined): JsonValue =>
    typeof told === 'string' ? (prompts.get(told) ?? told) : '';
  if (name !== undefined) return { ...payload, name: theirs(name) };
  if (!isJsonObject(ref) || ref.type !== 'ref/prompt') return payload;
  return { ...payload, ref: { ...ref, name: theirs(ref.name) } };
}
