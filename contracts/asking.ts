import { type Failure, failure } from './failure.ts';
import type { JsonObject } from './json.ts';

/** What the caller is asked, by keys of whoever asks: each a request of the Model Context Protocol. */
export interface InputRequests {
  readonly [key: string]: {
    readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
    readonly params?: JsonObject;
  };
}

/** What it said, by the same keys. Not checked: it is the caller's. */
export interface InputResponses {
  readonly [key: string]: JsonObject;
}

/** How a caller can be asked for what its request does not say. */
export interface Asking {
  /** What it can be asked, as client capabilities of the Model Context Protocol: `{"elicitation": {"form": {}}}`. */
  readonly capabilities: JsonObject;
  /** Of a request that repeats one which ended with `input_required`: what was said to it. */
  readonly responses?: InputResponses;
  /** And the `state` that it ended with: given back as it was, to the same principal, for the same action, once. */
  readonly state?: JsonObject;
  /**
   * Asks in the middle of an act, and waits for all that was asked; fails once the request has ended, or nobody answers. Meanwhile the
   * deadline stands still, but the act holds its place at the target: it is for what cannot be asked otherwise. Whatever can be done
   * over ends with `input_required`, and is called again with the responses, be it a task or not. Left out: end with it in any case.
   */
  ask?(requests: InputRequests): Promise<InputResponses | Failure>;
}

/** How an act ends that needs something of its caller first: nothing was done, and it is sent again with the responses. */
export function inputRequired(requests: InputRequests, state?: JsonObject): Failure {
  return failure('input_required', 'What was asked for has to be said first', {
    hint: 'details.requests holds what is asked, as requests of the Model Context Protocol. Clients of that protocol are asked by it.',
    details: { requests, ...(state !== undefined && { state }) },
  });
}

/** How an act ends that could go on only if its caller had declared more: `{"sampling": {}}`. */
export function undeclaredCapabilities(capabilities: JsonObject): Failure {
  return failure('input_required', `The caller would have to be asked, and can not be: ${Object.keys(capabilities)}`, {
    hint: 'details.required_capabilities holds the capabilities of the Model Context Protocol that a client needs for this.',
    details: { required_capabilities: capabilities },
  });
}
