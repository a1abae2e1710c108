import type { Catalogue } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { refTo } from './contract-schemas.ts';
import { exampleRequest } from './example-request.ts';
import { failureExample, fulfilledExample } from './openapi-responses.ts';

/** `components.messages`: the four kinds of frames. */
export function asyncApiMessages({ intents }: Catalogue): JsonObject {
  return {
    request: message('RequestFrame', 'A request', 'One intent, by an id of the client.', [
      ...intents.map((intent) => ({ name: intent.key, summary: intent.title, payload: requestFrame(intent) })),
    ]),
    cancel: message('CancelFrame', 'Stop a request', 'Of an id that is not under way it says nothing.', [
      { name: 'cancel', payload: { id: 'login-1', event: 'cancel' } },
    ]),
    progress: message('ProgressFrame', 'How far a request is', 'For clients with `supports_streaming` only.', [
      {
        name: 'progress',
        payload: { id: 'login-1', event: 'progress', progress: { fraction: 0.5, message: 'step 1 of 2' } },
      },
    ]),
    outcome: message('OutcomeFrame', 'The last word on a request', 'One for each, in the order in which they finish.', [
      { name: 'fulfilled', payload: { id: 'login-1', event: 'outcome', answer: fulfilledExample() } },
      { name: 'rejected', payload: { id: 'login-1', event: 'outcome', answer: failureExample('resource_missing') } },
      { name: 'unreadable', payload: { event: 'outcome', answer: unreadExample() } },
    ]),
  };
}

/** Of what could not be read nobody knows what it wanted. */
function unreadExample(): JsonObject {
  return { ...failureExample('invalid_request'), intent: null, context: null };
}

function requestFrame(intent: Catalogue['intents'][number]): JsonObject {
  return { id: 'login-1', request: exampleRequest(intent) };
}

function message(schema: string, title: string, summary: string, examples: readonly JsonObject[]): JsonObject {
  return {
    name: schema,
    title,
    summary,
    contentType: 'application/json',
    payload: refTo(schema),
    ...(examples.length > 0 && { examples: [...examples] }),
  };
}
