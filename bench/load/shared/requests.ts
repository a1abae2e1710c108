/** Imported by k6 as well as by Node: nothing here may import anything but its neighbours. */

import { SLEEP_STEPS } from './stages.ts';
export interface Step {
  /** The context id of this step. */
  readonly id: string;
  readonly businessKey: string;
}

export interface Prepared {
  readonly request: object;
  /** What `outcome.result` must be. */
  readonly expected: object;
}

/** Body of `POST /mcp/v2/contexts`: the first id of a flow. */
export function mintRequest(businessKey: string): object {
  return { domain: 'load', business_key: businessKey };
}

/** A `system.echo` that no other user and no other turn sends alike. */
export function echoRequest(step: Step, user: number, turn: number): Prepared {
  const payload = { user, turn, note: 'a parcel that needs nothing but what is written on it', tags: ['load', 'echo'] };
  return { request: envelope(step, 'echo', payload), expected: payload };
}

/** A `system.sleep` that takes long enough for a poll to find it unfinished. */
export function sleepRequest(step: Step, ms: number): Prepared {
  return { request: envelope(step, 'sleep', { ms, steps: SLEEP_STEPS }), expected: { slept_ms: ms } };
}

function envelope({ id, businessKey }: Step, subType: string, payload: object): object {
  return {
    client_capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: false,
      max_payload_size: 1_048_576,
      preferred_encoding: 'none',
      supported_actions: ['echo', 'sleep'],
      context_schema_version: '2.0',
    },
    intent: { type: 'system', sub_type: subType },
    context: { id, business_key: businessKey },
    resources: [],
    payload,
  };
}
